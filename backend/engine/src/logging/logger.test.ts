import { expect, it } from 'vitest';
import { configureLogger, createLogger, routineLevel } from './logger.ts';

const lines: string[] = [];
const logger = createLogger((line) => lines.push(line));
const logged = () => JSON.parse(lines.splice(0).join(''));

it('writes one line of JSON with time, level, message and fields', () => {
  logger.warn({ to: 'a\nb' }, 'mail late');
  expect(lines.join('')).toMatch(/^[^\n]+\n$/);
  expect(logged()).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: 'mail late',
    to: 'a\nb',
  });
});

it.each(['authorization', 'code', 'cookie', 'otp', 'password', 'secret', 'set-cookie', 'token'])(
  'censors a field named %s',
  (name) => {
    logger.info({ [name]: '123456' }, 'x');
    expect(logged()[name]).toBe('[redacted]');
  },
);

it.each([
  { body: { otp: '123456' } },
  { headers: { cookie: '123456' } },
  { req: { headers: { authorization: '123456' }, body: '123456' } },
  { mail: { code: '123456', text: 'Your code: 123456' } },
  { session: { token: '123456' } },
])('censors objects that contain secrets: %j', (fields) => {
  logger.info(fields, 'x');
  expect(lines.splice(0).join('')).not.toContain('123456');
});

it('adds the fields of a child logger to its lines', () => {
  logger.child({ module: 'auth' }).info('x');
  expect(logged()).toMatchObject({ module: 'auth', msg: 'x' });
});

it("writes an error with its stack and cause, and without members that may contain users' values", () => {
  const cause = Object.assign(new TypeError('inner'), { detail: 'Key (email)=(ada@example.com)' });
  const err = Object.assign(new Error('outer', { cause }), { parameters: ['ada@example.com'] });
  logger.error({ err }, 'failed');
  expect(lines.join('')).not.toContain('ada@example.com');
  expect(logged().err).toEqual({
    type: 'Error',
    message: 'outer',
    stack: expect.stringContaining('logger.test'),
    cause: { type: 'TypeError', message: 'inner', stack: expect.any(String) },
  });
});

it.each([
  ['a text', 'late', 'late'],
  ['an object', { otp: 1 }, '[object Object]'],
  ['an object without a prototype', Object.create(null), '[object Object]'],
  ['null', null, '[object Null]'],
])('writes any other thrown value: %s', (_, err, message) => {
  logger.error({ err }, 'failed');
  expect(logged().err).toMatchObject({ message });
});

it('has lines about what succeeds only at debug where a person reads them', () => {
  expect(routineLevel()).toBe('info');
  configureLogger({ level: 'info', isReadable: true });
  expect(routineLevel()).toBe('debug');
  configureLogger({ level: 'info', isReadable: false });
  expect(routineLevel()).toBe('info');
});

import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { commands as table } from './commands.ts';
import { CommandError } from './resource-commands/command.ts';
import { ignoreClosedPipe, runCommand } from './run-command.ts';

const seen: unknown[] = [];
const commands = {
  plan: {
    summary: 'reports changes',
    load: async () => ({ run: (...given: unknown[]) => void seen.push(given) as undefined }),
  },
  'migration create': { summary: 'fails', load: async () => ({ run: async () => 3 }) },
  failing: {
    summary: 'fails with a message',
    load: async () => ({
      run: () => {
        throw new CommandError('State a page.');
      },
    }),
  },
  broken: { summary: 'is missing', load: () => Promise.reject(new Error('Cannot find module\nstack')) },
};
const run = async (args: readonly string[], from: typeof table = commands) => {
  const [printed, errors]: [string[], string[]] = [[], []];
  const code = await runCommand(args, {
    commands: from,
    root: '/product',
    print: (text) => printed.push(text),
    printError: (text) => errors.push(text),
  });
  return { code, text: printed.join('\n'), errors: errors.join('\n') };
};

test.each([[[]], [['--help']], [['-h']], [['help']]])('%j lists every command', async (args) => {
  const { code, text } = await run(args, table);
  expect(code).toBe(0);
  for (const [name, { summary }] of Object.entries(table))
    expect(text).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
});

test.each(Object.entries(table))('the module of bindery %s exists', async (_name, { load }) => {
  expect((await load()).run).toBeTypeOf('function');
});

test('a command gets the arguments after its name and the folder of the product', async () => {
  expect(await run(['plan', '--json', 'x'])).toEqual({ code: 0, text: '', errors: '' });
  expect(seen.pop()).toEqual([['--json', 'x'], { root: '/product' }]);
});

test('a name of two words is one command, and its exit code is the exit code of the program', async () => {
  expect((await run(['migration', 'create'])).code).toBe(3);
});

test('help of a command is its summary and its own --help', async () => {
  expect((await run(['help', 'plan'])).text).toContain('bindery plan: reports changes');
  expect(seen.pop()).toEqual([['--help'], { root: '/product' }]);
});

test.each([
  ['plam', 'There is no command "plam". Did you mean "plan"?'],
  ['migration', 'There is no command "migration". Did you mean "migration create"?'],
  ['help plam', 'There is no command "plam". Did you mean "plan"?'],
  ['migration creat', 'Did you mean "migration create"?'],
])('%s is rejected with the nearest name and exits with 2', async (words, message) => {
  const { code, errors } = await run(words.split(' '));
  expect(code).toBe(2);
  expect(errors).toContain(message);
});

test.each(['__proto__', 'constructor', 'toString', '', '😀'.repeat(100), 'a\0b'])(
  '%j is not a command',
  async (name) => {
    expect((await run([name])).code).toBe(2);
  },
);

test('a module that cannot be loaded is reported in one line, and a command error with its message', async () => {
  expect(await run(['broken'])).toEqual({
    code: 1,
    text: '',
    errors: 'The command "broken" cannot be loaded: Cannot find module',
  });
  expect(await run(['failing'])).toMatchObject({ code: 1, errors: 'State a page.' });
});

test('the scripts of package.json call existing commands', async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const called = Object.values(scripts).flatMap((script) => script.split('/bindery.ts ')[1] ?? []);
  expect(called).toEqual(expect.arrayContaining(['dev', 'seed', 'migration create', 'client pack']));
  for (const name of called) expect(Object.keys(table)).toContain(name);
});

const failed = (code: string) => Object.assign(new Error(code), { code });

test('a closed pipe is not an error, and everything else is', () => {
  const output = new PassThrough();
  ignoreClosedPipe(output);
  expect(() => output.emit('error', failed('EPIPE'))).not.toThrow();
  expect(() => output.emit('error', failed('ENOSPC'))).toThrow('ENOSPC');
});

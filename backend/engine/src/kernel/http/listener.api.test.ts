import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { readSettings } from '#backend/kernel/settings/settings.ts';
import { type Listener, listen } from './listener.ts';

let port: Listener | undefined;
afterEach(() => port?.close());

const open = async (settings: Record<string, string>) => {
  port = await listen(readSettings({ PORT: '0', ...settings }));
  port.setHandler((_req, res) => res.end('here'));
  return port.number;
};

/** Returns the response at an address of this machine; undefined if nothing listens there. */
const answerAt = async (host: string, number: number) => {
  const response = await fetch(`http://${host}:${number}`).catch(() => undefined);
  return response?.text();
};

const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const hasIPv6 = interfaces.some(({ address }) => address === '::1');
/** The addresses of this machine other than the two loopback ones. */
const others = [
  '127.0.0.2',
  ...interfaces.filter((at) => !at.internal && at.family === 'IPv4').map((at) => at.address),
];
const PUBLIC = {
  VITE_BASE_URL: 'https://bindery.example.com',
  SMTP_URL: 'smtp://mail.example.com',
  AUTH_SECRET: 'x'.repeat(32),
};

test('in local mode a server listens on both loopback addresses, and on no other', async () => {
  const number = await open({});

  expect(await answerAt('127.0.0.1', number)).toBe('here');
  if (hasIPv6) expect(await answerAt('[::1]', number)).toBe('here');
  for (const other of others) expect({ other, response: await answerAt(other, number) }).toEqual({ other });
});

test('a loopback HOST preserves local mode, and is the only address listened on', async () => {
  const number = await open({ HOST: '127.0.0.1' });

  expect(await answerAt('127.0.0.1', number)).toBe('here');
  expect(await answerAt('[::1]', number)).toBeUndefined();
});

test('a public server listens on every address, unless HOST names one', async () => {
  const number = await open(PUBLIC);

  for (const address of ['127.0.0.1', ...others]) {
    // Only Linux accepts every address in 127.0.0.0/8 as loopback.
    if (address === '127.0.0.2' && process.platform !== 'linux') continue;
    expect(await answerAt(address, number)).toBe('here');
  }
});

test('listening fails if the port is taken on one of the addresses', async () => {
  const number = await open({ HOST: hasIPv6 ? '::1' : '127.0.0.1' });

  await expect(listen(readSettings({ PORT: String(number) }))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(await answerAt('127.0.0.1', number)).toBe(hasIPv6 ? undefined : 'here');
});

test('closing waits for requests on every address', async () => {
  const number = await open({});
  const responses = [];
  const handling = Promise.withResolvers<void>();
  let waiting = 0;
  port?.setHandler((_req, res) => {
    waiting += 1;
    if (waiting === (hasIPv6 ? 2 : 1)) handling.resolve();
    void closing.promise.then(() => res.end('late'));
  });
  const closing = Promise.withResolvers<void>();
  responses.push(answerAt('127.0.0.1', number));
  if (hasIPv6) responses.push(answerAt('[::1]', number));
  await handling.promise;
  const closed = port?.close();
  closing.resolve();
  expect(new Set(await Promise.all(responses))).toEqual(new Set(['late']));
  await closed;
  port = undefined;
});

test('closing under load resets no connection that waits to be accepted, even while clients connect again', async () => {
  const number = await open({});
  const closed = Promise.withResolvers<void>();
  port?.setHandler((_req, res) => {
    // The first connection is open for this long.
    if (port) void port.close({ lingerMs: 1_000 }).then(closed.resolve);
    port = undefined;
    res.end('here');
  });

  const client = async () => {
    for (;;) {
      const [status] = (await rawAnswer(number)).split('\r\n');
      if (status !== 'HTTP/1.1 200 OK') return status;
    }
  };
  const endings = await Promise.all(Array.from({ length: 40 }, client));
  expect(new Set(endings)).toEqual(new Set(['ECONNREFUSED']));
  await closed.promise;
});

/** Sends a request at once on a new connection; returns the whole response, or the error's code. */
const rawAnswer = (number: number) =>
  new Promise<string>((resolve) => {
    let response = '';
    const socket = connect(number, '127.0.0.1');
    socket.on('data', (data) => {
      response += data;
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
    socket.on('end', () => resolve(response));
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });

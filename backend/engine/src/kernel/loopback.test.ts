import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { hostnameOf, isFromThisMachine, isLoopbackHost } from './loopback.ts';

const from = (remoteAddress: string, headers: IncomingHttpHeaders) =>
  isFromThisMachine({
    socket: Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }),
    headers,
  });

describe('a host', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'app.localhost',
    '127.0.0.1',
    '127.1.2.3',
    '::1',
    '[::1]',
    '::ffff:127.0.0.1',
  ])('is on the loopback: %s', (host) => expect(isLoopbackHost(host)).toBe(true));

  it.each([
    '',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    'localhost.example.com',
    '127.0.0.1.nip.io',
    '127.evil',
    'xlocalhost',
  ])('is not on the loopback: %s', (host) => expect(isLoopbackHost(host)).toBe(false));

  it.each([
    ['localhost:3000', 'localhost'],
    ['[::1]:3000', '[::1]'],
    ['Bindery.Example.com', 'bindery.example.com'],
    ['evil.example#@localhost', undefined],
    ['evil@localhost', undefined],
    ['localhost/evil.example', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is read from the header %s', (header, host) => expect(hostnameOf(header)).toBe(host));
});

describe('a request', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'comes from this machine if %s requests localhost',
    (peer) => {
      expect(from(peer, { host: 'localhost:3000' })).toBe(true);
    },
  );

  it.each<[string, string, IncomingHttpHeaders]>([
    ['its peer is elsewhere', '192.168.1.7', { host: 'localhost:3000' }],
    ['its peer is not known', '', { host: 'localhost:3000' }],
    ['a foreign name was pointed at this machine', '127.0.0.1', { host: 'evil.example:3000' }],
    ['it names no host', '127.0.0.1', {}],
    ['a proxy has forwarded it', '127.0.0.1', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.1' }],
    ['a tunnel has forwarded it', '127.0.0.1', { host: 'localhost:3000', forwarded: 'for=203.0.113.1' }],
  ])('does not come from this machine if %s', (_, peer, headers) => {
    expect(from(peer, headers)).toBe(false);
  });
});

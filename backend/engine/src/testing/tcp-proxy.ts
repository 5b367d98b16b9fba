import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can stop forwarding data, like a broken network. */
export interface TcpProxy {
  readonly port: number;
  /** Drops all data on the current connections without resetting them. New connections work. */
  freeze(): void;
  /** Returns the number of connections opened so far. */
  opened(): number;
  close(): void;
}

/** Starts a proxy to a port of this machine. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let opened = 0;
  const server = createServer((client) => {
    opened++;
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of pair) socket.on('error', () => {});
    const end = () => {
      for (const socket of pair) socket.destroy();
      pairs.delete(pair);
    };
    client.once('close', end);
    upstream.once('close', end);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        for (const socket of [client, upstream]) socket.resume();
      }
    },
    opened: () => opened,
    close: () => {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can stop to forward what they send, as a broken network does. */
export interface TcpProxy {
  readonly port: number;
  /** Drops whatever is sent on the connections there are now, and resets none of them. New ones work. */
  freeze(): void;
  /** How many connections have been opened so far. */
  opened(): number;
  close(): void;
}

/** Starts a proxy in front of a port of this machine. */
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

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type Listener, listen } from './listener.ts';

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

/** A client with one keep-alive connection. */
function client(port: Listener) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return async (path = '/') => {
    const requested = request({ port: port.number, host: '127.0.0.1', path, agent }).end();
    const [answer] = (await once(requested, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return {
      status: answer.statusCode,
      connection: answer.headers.connection,
      isReused: requested.reusedSocket,
    };
  };
}

async function listening(): Promise<Listener> {
  const port = await listen({ port: 0, hosts: ['127.0.0.1'] });
  port.setHandler((_req, res) => void res.end('here'));
  return port;
}

it('leaves idle connections open for longer than proxies do', async () => {
  const port = await listening();
  expect(port.server.keepAliveTimeout).toBeGreaterThan(60_000);
  const { headers } = await fetch(`http://127.0.0.1:${port.number}`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
  await port.close();
});

describe('a port that closes and lingers', () => {
  it('answers one more request on every keep-alive connection, then closes it', async () => {
    const port = await listening();
    const clients = Array.from({ length: 20 }, () => client(port));
    await Promise.all(clients.map((ask) => ask()));
    let isClosed = false;
    const closed = port.close({ lingerMs: 5_000 }).then(() => {
      isClosed = true;
    });
    // Longer than the interval at which the listener checks for idle connections.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isClosed).toBe(false);
    const answers = await Promise.all(clients.map((ask) => ask()));
    expect(answers).toEqual(clients.map(() => ({ status: 200, connection: 'close', isReused: true })));
    await closed;
  });

  it('takes no new connections', async () => {
    const port = await listening();
    const ask = client(port);
    await ask();
    const closed = port.close({ lingerMs: 5_000 });
    // Clients that connect at the same time are still accepted.
    await expect.poll(() => client(port)().catch(({ code }) => code)).toBe('ECONNREFUSED');
    await ask();
    await closed;
  });

  it('closes idle connections at the end', async () => {
    const port = await listening();
    await client(port)();
    await port.close({ lingerMs: 100 });
  });
});

describe('a port that closes at once', () => {
  it('closes idle connections', async () => {
    const port = await listening();
    await client(port)();
    const began = performance.now();
    await port.close();
    expect(performance.now() - began).toBeLessThan(port.server.keepAliveTimeout);
  });
});

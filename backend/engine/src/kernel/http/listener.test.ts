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

describe('a port that closes and lingers', () => {
  it('answers one more request on every keep-alive connection, then closes it', async () => {
    const port = await listening();
    const clients = Array.from({ length: 20 }, () => client(port));
    await Promise.all(clients.map((ask) => ask()));
    let isClosed = false;
    const closed = port.close({ lingers: true }).then(() => {
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
    const closed = port.close({ lingers: true });
    // Clients that connect at the same time are still accepted.
    await expect.poll(() => client(port)().catch(({ code }) => code)).toBe('ECONNREFUSED');
    await ask();
    await closed;
  });

  it('closes idle connections after their keep-alive timeout', async () => {
    const port = await listening();
    port.server.keepAliveTimeout = 100;
    await client(port)();
    await port.close({ lingers: true });
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

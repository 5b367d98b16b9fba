import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, describe, it, vi } from 'vitest';
import { logger } from '#backend/logging/logger.ts';
import { codeMail, invitationMail } from './messages.ts';
import { type Smtp, smtpDelivery } from './smtp.ts';

logger.level = 'silent';

const open: { smtp: Smtp; server: SMTPServer }[] = [];
afterAll(async () => {
  for (const { smtp, server } of open) {
    smtp.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

type Patience = Partial<Pick<Parameters<typeof smtpDelivery>[0], 'timeouts' | 'triedForMs'>>;

const IMPATIENT = {
  timeouts: { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 1_000 },
  triedForMs: 3_000,
};

/** Starts a mail server with the given handlers, and a client for it. */
const mailServer = async (behaviour: SMTPServerOptions = {}, patience: Patience = {}) => {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      text(stream).then((message) => {
        received.push(message);
        done();
      });
    },
    ...behaviour,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const from = 'Bindery <no-reply@example.com>';
  const smtp = smtpDelivery({ url: `smtp://127.0.0.1:${port}`, from, ...patience });
  open.push({ smtp, server });
  return { smtp, server, received };
};

const mail = ({ seconds = 300, to = 'reader@example.com' } = {}) =>
  codeMail({
    to,
    code: '123456',
    purpose: 'signIn',
    language: 'en',
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + seconds * 1000),
  });

type Answer = (error?: Error | null) => void;
const rejection = (responseCode: number) => Object.assign(new Error('not now'), { responseCode });

/** Makes a server drop every connection until it is restored. */
const dropping = ({ server }: SMTPServer) => {
  const isDown = { until: Number.POSITIVE_INFINITY };
  server.on('connection', (socket: Socket) => {
    if (Date.now() < isDown.until) socket.destroy();
  });
  return isDown;
};

const invitation = () =>
  invitationMail({
    to: 'invited@example.com',
    inviter: { name: 'Ada', email: 'ada@example.com' },
    organization: 'Readers',
    language: 'en',
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 7 * 24 * 60 * 60_000),
  });

// Concurrent, because most wait for retries, each with servers of its own.
describe.concurrent('a mail server', () => {
  it('receives emails with a text and an HTML part', async ({ expect }) => {
    const { smtp, received } = await mailServer();
    expect(await smtp.works()).toBe(true);
    await smtp.send(mail());
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('From: Bindery <no-reply@example.com>');
    expect(received[0]).toContain('To: reader@example.com');
    expect(received[0]).toMatch(/text\/plain[\s\S]+text\/html/);
  });

  it('that drops connections counts as down until a retry has delivered the email', async ({ expect }) => {
    const { smtp, server, received } = await mailServer();
    const isDown = dropping(server);
    const sending = smtp.send(mail());
    await expect.poll(() => smtp.works()).toBe(false);
    isDown.until = 0;
    await sending;
    expect(received).toHaveLength(1);
    await expect.poll(() => smtp.works(), { timeout: 10_000 }).toBe(true);
  });

  it('that cannot be reached counts as down', async ({ expect }) => {
    const { smtp, server } = await mailServer();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await smtp.works()).toBe(false);
  });

  it('that rejects an address gets no retry and still counts as up', async ({ expect }) => {
    let requested = 0;
    const { smtp } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        requested++;
        done(Object.assign(new Error('no such person'), { responseCode: 550 }));
      },
    });
    await expect(smtp.send(mail())).rejects.toThrow('no such person');
    expect(requested).toBe(1);
    expect(await smtp.works()).toBe(true);
  });

  it('that defers an email gets a retry and still counts as up', async ({ expect }) => {
    let requested = 0;
    const { smtp, received } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        requested++;
        done(requested > 1 ? null : Object.assign(new Error('come back later'), { responseCode: 450 }));
      },
    });
    const sending = smtp.send(mail());
    await expect.poll(() => requested).toBe(1);
    expect(await smtp.works()).toBe(true);
    await sending;
    expect(received).toHaveLength(1);
  });

  it.for<readonly [name: string, response: (done: Answer, socket: Socket) => void]>([
    ['responds with 421', (done: Answer) => done(rejection(421))],
    [
      'responds with 421 and hangs up',
      (done: Answer, socket: Socket) => {
        done(rejection(421));
        socket.end();
      },
    ],
    ['hangs up', (_: Answer, socket: Socket) => void socket.destroy()],
    ['never responds', () => {}],
  ])(
    'that %s for one recipient still counts as up, and other emails do not wait',
    async ([, response], { expect }) => {
      let requested = 0;
      const sockets = new Set<Socket>();
      const { smtp, server, received } = await mailServer(
        {
          onRcptTo: ({ address }, _session, done) => {
            if (address !== 'invited@example.com') return done();
            requested++;
            for (const socket of sockets) response(done, socket);
          },
        },
        IMPATIENT,
      );
      server.server.on('connection', (socket: Socket) => {
        sockets.add(socket.once('close', () => sockets.delete(socket)));
      });
      const rejected = smtp.send(invitation()).then(
        () => 'sent',
        () => 'given up',
      );
      await expect.poll(() => requested, { timeout: 10_000 }).toBeGreaterThan(0);
      expect(await smtp.works()).toBe(true);
      await expect.poll(() => requested, { timeout: 10_000 }).toBeGreaterThan(1);
      expect(await smtp.works()).toBe(true);
      expect(await rejected).toBe('given up');
      await smtp.send(mail());
      expect(received).toHaveLength(1);
    },
  );

  it('that never responds for one recipient receives the emails to others in the meantime', async ({
    expect,
  }) => {
    const { smtp, received } = await mailServer(
      {
        onRcptTo: ({ address }, _session, done) => {
          if (address !== 'invited@example.com') done();
        },
      },
      IMPATIENT,
    );
    const hanging = smtp.send(invitation()).catch(() => 'given up');
    await Promise.all([1, 2, 3].map((number) => smtp.send(mail({ to: `reader${number}@example.com` }))));
    expect(received).toHaveLength(3);
    expect(await smtp.works()).toBe(true);
    smtp.close();
    expect(await hanging).toBe('given up');
  });

  it('has the same visible failures whether or not there is an email to deliver', async ({ expect }) => {
    for (const way of ['send', 'simulate'] as const) {
      const { smtp, server, received } = await mailServer();
      expect(await smtp.works()).toBe(true);
      const isDown = dropping(server);
      const done = smtp[way](mail());
      await expect.poll(() => smtp.works()).toBe(false);
      isDown.until = 0;
      await done;
      await expect.poll(() => smtp.works(), { timeout: 10_000 }).toBe(true);
      expect(received).toHaveLength(way === 'send' ? 1 : 0);
    }
  });

  it('does not receive an email whose code has expired in the meantime', async ({ expect }) => {
    const { smtp, server, received } = await mailServer();
    server.server.on('connection', (socket: Socket) => socket.destroy());
    await expect(smtp.send(mail({ seconds: 0 }))).rejects.toThrow();
    expect(received).toHaveLength(0);
  });
});

// Apart from the others, which would add lines to the log.
it('a mail server that cannot be used has one line in the log with the reason, and one when it can be again', async ({
  expect,
}) => {
  const failed = vi.spyOn(logger, 'error').mockReturnValue();
  const recovered = vi.spyOn(logger, 'info').mockReturnValue();
  const { smtp, server } = await mailServer();
  const isDown = dropping(server);
  expect(await smtp.works()).toBe(false);
  // Longer than the result is cached.
  await setTimeout(1_100);
  expect(await smtp.works()).toBe(false);
  isDown.until = 0;
  await expect.poll(() => smtp.works(), { timeout: 10_000 }).toBe(true);
  expect(failed.mock.calls).toEqual([[{ err: expect.any(Error) }, 'the mail server cannot be used']]);
  expect(recovered.mock.calls).toEqual([['the mail server can be used again']]);
  vi.restoreAllMocks();
});

import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { codeMail } from './messages.ts';
import { type Smtp, smtpDelivery } from './smtp.ts';

const open: { smtp: Smtp; server: SMTPServer }[] = [];
afterEach(async () => {
  for (const { smtp, server } of open.splice(0)) {
    smtp.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

/** A real mail server that does as it is told, and the way to it. */
const mailServer = async (behaviour: SMTPServerOptions = {}) => {
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
  const smtp = smtpDelivery(`smtp://127.0.0.1:${port}`, 'Bindery <no-reply@example.com>');
  open.push({ smtp, server });
  return { smtp, server, received };
};

const mail = ({ seconds = 300 } = {}) =>
  codeMail({
    to: 'reader@example.com',
    code: '123456',
    purpose: 'signIn',
    language: 'en',
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + seconds * 1000),
  });

describe('a mail server', () => {
  it('gets mails with a text and an HTML part', async () => {
    const { smtp, received } = await mailServer();
    expect(await smtp.works()).toBe(true);
    await smtp.send(mail());
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('From: Bindery <no-reply@example.com>');
    expect(received[0]).toContain('To: reader@example.com');
    expect(received[0]).toMatch(/text\/plain[\s\S]+text\/html/);
  });

  it('that drops connections does not work until it has taken the mail at a later try', async () => {
    const { smtp, server, received } = await mailServer();
    let drops = 2;
    server.server.on('connection', (socket: Socket) => {
      if (drops-- > 0) socket.destroy();
    });
    const sending = smtp.send(mail());
    await expect.poll(() => smtp.works()).toBe(false);
    await sending;
    expect(received).toHaveLength(1);
    expect(await smtp.works()).toBe(true);
  });

  it('that is not there does not work', async () => {
    const { smtp, server } = await mailServer();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(await smtp.works()).toBe(false);
  });

  it('that refuses an address is not asked again, and goes on working', async () => {
    let asked = 0;
    const { smtp } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        asked++;
        done(Object.assign(new Error('no such person'), { responseCode: 550 }));
      },
    });
    await expect(smtp.send(mail())).rejects.toThrow('no such person');
    expect(asked).toBe(1);
    expect(await smtp.works()).toBe(true);
  });

  it('that wants a mail later gets it later, and goes on working for everybody else', async () => {
    let asked = 0;
    const { smtp, received } = await mailServer({
      onRcptTo: (_address, _session, done) => {
        asked++;
        done(asked > 1 ? null : Object.assign(new Error('come back later'), { responseCode: 450 }));
      },
    });
    const sending = smtp.send(mail());
    await expect.poll(() => asked).toBe(1);
    expect(await smtp.works()).toBe(true);
    await sending;
    expect(received).toHaveLength(1);
  });

  it('shows its trouble in the same way where there is a mail to deliver and where there is none', async () => {
    for (const way of ['send', 'pretend'] as const) {
      const { smtp, server, received } = await mailServer();
      expect(await smtp.works()).toBe(true);
      let drops = 1;
      server.server.on('connection', (socket: Socket) => {
        if (drops-- > 0) socket.destroy();
      });
      const done = smtp[way](mail());
      await expect.poll(() => smtp.works()).toBe(false);
      await done;
      expect(await smtp.works()).toBe(true);
      expect(received).toHaveLength(way === 'send' ? 1 : 0);
    }
  });

  it('gets no mail whose code has run out in the meantime', async () => {
    const { smtp, server, received } = await mailServer();
    server.server.on('connection', (socket: Socket) => socket.destroy());
    await expect(smtp.send(mail({ seconds: 0 }))).rejects.toThrow();
    expect(received).toHaveLength(0);
  });
});

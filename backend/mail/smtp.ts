import type { Transporter } from 'nodemailer';
import type { Mail } from './messages.ts';

/** Sends mails to a mail server, over connections that are kept open for the next one. */
export function smtpDelivery(url: string, from: string) {
  let transport: Promise<Transporter> | undefined;
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      { url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as never,
      { from },
    );
  };
  return {
    async send({ to, subject, text, html }: Mail): Promise<void> {
      transport ??= connect();
      await (await transport).sendMail({ to, subject, text, html });
    },
    close() {
      void transport?.then((open) => open.close());
    },
  };
}

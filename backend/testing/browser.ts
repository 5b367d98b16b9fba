import { setTimeout as wait } from 'node:timers/promises';
import type { OutboxMail } from '../mail/outbox.ts';

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
}

/** The answer to a call, its body read as JSON. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects of the body
  readonly body: any;
  readonly headers: Headers;
}

/** A visitor of a test's server: keeps cookies and names its origin on writes, as browsers do. */
export class Browser {
  readonly #url: string;
  readonly #outbox: (to: string) => readonly OutboxMail[];
  readonly #network: string | undefined;
  readonly #cookies = new Map<string, string>();

  /** `network` is the address that a trusted proxy gives for the browser. */
  constructor(url: string, outbox: (to: string) => readonly OutboxMail[], network?: string) {
    this.#url = url;
    this.#outbox = outbox;
    this.#network = network;
  }

  /** The value of the Cookie header. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Calls the server: `json` makes it a POST unless said otherwise. */
  async fetch(path: string, { method, headers, json }: Call = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.#url), {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        cookie: this.cookies,
        ...(this.#network && { 'x-forwarded-for': this.#network }),
        ...((json !== undefined || method) && { origin: this.#url }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return response;
  }

  /** The same with the body of the answer read as JSON; it is undefined where there is none. */
  async call(path: string, call: Call = {}): Promise<Answered> {
    const answer = await this.fetch(path, call);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined };
  }

  /** Asks for a code and reads it from the outbox. */
  async askForCode(email: string): Promise<string> {
    const before = this.#outbox(email).length;
    const asked = await this.fetch('/api/auth/email-otp/send-verification-otp', {
      json: { email, type: 'sign-in' },
    });
    // Mails leave off the request, a moment after its answer.
    for (let waits = 0; asked.ok && waits < 200; waits++) {
      const [mail, ...others] = this.#outbox(email);
      if (mail?.code && others.length >= before) return mail.code;
      await wait(10);
    }
    throw new Error(`${email} got no code: ${asked.status} ${await asked.text()}`);
  }

  /** Tries a code. */
  enterCode(email: string, otp: string): Promise<Response> {
    return this.fetch('/api/auth/sign-in/email-otp', { json: { email, otp } });
  }

  /** Signs in as a user would do it. */
  async signIn(email: string): Promise<void> {
    const entered = await this.enterCode(email, await this.askForCode(email));
    if (!entered.ok) throw new Error(`${email} could not sign in: ${entered.status} ${await entered.text()}`);
  }

  #keep(cookie: string) {
    const [pair = '', ...attributes] = cookie.split(';');
    const at = pair.indexOf('=');
    const isGone = attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0');
    if (isGone) this.#cookies.delete(pair.slice(0, at));
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

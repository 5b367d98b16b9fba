import { setTimeout as wait } from 'node:timers/promises';
import { parseSetCookie } from 'cookie';
import type { OutboxMail } from '#backend/kernel/mail/mailer.ts';
import { send } from './send.ts';

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
}

/** The same process writes and reads the responses, so compression would only take CPU time. */
export const UNCOMPRESSED = { 'accept-encoding': 'identity' } as const;

/** A response with its body parsed as JSON. */
export interface TestResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the body itself
  readonly body: any;
  readonly headers: Headers;
}

/** An HTTP client for a test's server: keeps cookies and sends the origin with writes, as browsers do. */
export class HttpClient {
  readonly #url: string;
  readonly #outbox: (to: string) => readonly OutboxMail[];
  readonly #network: string | undefined;
  readonly #cookies = new Map<string, string>();

  /** `network` is the client address that a trusted proxy reports. */
  constructor(url: string, outbox: (to: string) => readonly OutboxMail[], network?: string) {
    this.#url = url;
    this.#outbox = outbox;
    this.#network = network;
  }

  /** The value of the Cookie header. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Takes over the cookies of a Cookie header. */
  adopt(cookies: string): void {
    for (const cookie of cookies.split('; ')) {
      const end = cookie.indexOf('=');
      this.#cookies.set(cookie.slice(0, end), cookie.slice(end + 1));
    }
  }

  /** Sends a request: with `json` it is a POST unless `method` is given. */
  async fetch(path: string, call: Call = {}): Promise<Response> {
    const response = await fetch(new URL(path, this.#url), { redirect: 'manual', ...this.#request(call) });
    this.#keep(response.headers);
    return response;
  }

  /** Sends a request and parses the response body as JSON; the body is undefined if empty. */
  async call(path: string, call: Call = {}): Promise<TestResponse> {
    const { status, headers, text } = await send(new URL(path, this.#url), this.#request(call));
    this.#keep(headers);
    return { status, headers, body: text ? JSON.parse(text) : undefined };
  }

  #request({ method, headers, json }: Call) {
    return {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        cookie: this.cookies,
        ...UNCOMPRESSED,
        ...(this.#network && { 'x-forwarded-for': this.#network }),
        ...((json !== undefined || method) && { origin: this.#url }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    };
  }

  /** Requests a sign-in code and reads it from the outbox. */
  async askForCode(email: string): Promise<string> {
    // An invitation has no code.
    const codes = () => this.#outbox(email).flatMap(({ code }) => code ?? []);
    const before = codes().length;
    const requested = await this.fetch('/api/auth/email-otp/send-verification-otp', {
      json: { email, type: 'sign-in' },
    });
    // Emails are sent asynchronously, shortly after the response.
    for (let waits = 0; requested.ok && waits < 200; waits++) {
      const [code, ...others] = codes();
      if (code && others.length >= before) return code;
      await wait(10);
    }
    throw new Error(`${email} got no code: ${requested.status} ${await requested.text()}`);
  }

  /** Attempts to sign in with a code. */
  enterCode(email: string, otp: string): Promise<Response> {
    return this.fetch('/api/auth/sign-in/email-otp', { json: { email, otp } });
  }

  /** Signs in with an emailed code. */
  async signIn(email: string): Promise<void> {
    const entered = await this.enterCode(email, await this.askForCode(email));
    if (!entered.ok) throw new Error(`${email} could not sign in: ${entered.status} ${await entered.text()}`);
  }

  #keep(headers: Headers) {
    for (const cookie of headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(cookie, { decode: String });
      if (maxAge === 0) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

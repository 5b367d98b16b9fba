import { useRef, useState } from 'react';
import { callAuth } from '#frontend/shell/auth/auth-client.ts';

/** State of the code sent to an address, stored in the tab so that the countdowns survive a reload. */
interface SentCode {
  /** Milliseconds since 1970; undefined when this tab has not requested a code. */
  askedAt?: number;
  failedTries: number;
  /** The expiry of a long code, in milliseconds since 1970; undefined when a short code was sent. */
  longUntil?: number;
}

const storageKey = (to: string) => `sentCode:${to.toLowerCase()}`;

/** Requests a sign-in code for an address. Throws an HttpError. */
export async function askForCode(email: string, captcha: string): Promise<void> {
  const headers = captcha ? { 'x-captcha-response': captcha } : {};
  const { longCodeSeconds } = await callAuth<{ longCodeSeconds?: number }>(
    '/email-otp/send-verification-otp',
    { email, type: 'sign-in' },
    headers,
  );
  saveSentCode(email, longCodeSeconds);
}

/**
 * Stores that a code was sent just now; `to` identifies the address and the purpose of the code.
 * `longSeconds` is how long a long code is valid.
 */
export function saveSentCode(to: string, longSeconds?: number): SentCode {
  const now = Date.now();
  const isLong = longSeconds !== undefined;
  return keep(to, { askedAt: now, failedTries: 0, ...(isLong && { longUntil: now + longSeconds * 1000 }) });
}

function keep(to: string, sent: SentCode): SentCode {
  sessionStorage.setItem(storageKey(to), JSON.stringify(sent));
  return sent;
}

function readSentCode(to: string): SentCode {
  const stored = sessionStorage.getItem(storageKey(to));
  return stored ? JSON.parse(stored) : { failedTries: 0 };
}

/**
 * Returns the state of the sent code for the page that takes it. `send` must request another code and store
 * it.
 */
export function useSentCode(to: string, send: (captcha: string) => Promise<void>) {
  const [sent, setSent] = useState(() => readSentCode(to));
  const { current: rejected } = useRef(new Set<string>());
  return {
    ...sent,
    /** Throws an HttpError. */
    sendAgain: async (captcha: string) => {
      await send(captcha);
      rejected.clear();
      setSent(readSentCode(to));
    },
    /** Returns whether the server has already rejected this code: it would only cost another try. */
    isKnownInvalid: (code: string) => rejected.has(code),
    noteFailedTry: (code: string) => {
      rejected.add(code);
      // A long code may be tried any number of times.
      if (sent.longUntil === undefined) setSent(keep(to, { ...sent, failedTries: sent.failedTries + 1 }));
    },
  };
}

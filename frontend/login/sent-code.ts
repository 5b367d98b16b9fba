import { useState } from 'react';
import { callAuth } from '../auth/auth-client.ts';

/** What this tab knows of the code that was sent to an address: enough for the countdowns, also after a reload. */
export interface SentCode {
  /** Milliseconds since 1970; undefined when this tab has not asked for a code. */
  askedAt?: number;
  wrongTries: number;
}

const storageKey = (to: string) => `sentCode:${to.toLowerCase()}`;

/** Has a code for signing in sent to an address. Throws an HttpError. */
export async function askForCode(email: string, captcha: string): Promise<void> {
  const headers = captcha ? { 'x-captcha-response': captcha } : {};
  await callAuth('/email-otp/send-verification-otp', { email, type: 'sign-in' }, headers);
  noteSentCode(email);
}

/** Remembers that a code was sent just now; `to` names the address, and what the code is for. */
export const noteSentCode = (to: string): SentCode => keep(to, { askedAt: Date.now(), wrongTries: 0 });

function keep(to: string, sent: SentCode): SentCode {
  sessionStorage.setItem(storageKey(to), JSON.stringify(sent));
  return sent;
}

function readSentCode(to: string): SentCode {
  const kept = sessionStorage.getItem(storageKey(to));
  return kept ? JSON.parse(kept) : { wrongTries: 0 };
}

/** The code that was sent, for the page that takes it. `send` has another one sent and notes it. */
export function useSentCode(to: string, send: (captcha: string) => Promise<void>) {
  const [sent, setSent] = useState(() => readSentCode(to));
  return {
    ...sent,
    /** Throws an HttpError. */
    sendAgain: async (captcha: string) => {
      await send(captcha);
      setSent(readSentCode(to));
    },
    noteWrongTry: () => setSent(keep(to, { ...sent, wrongTries: sent.wrongTries + 1 })),
  };
}

import { useState } from 'react';
import { callAuth } from '../auth/auth-client.ts';

/** What this tab knows of the code that was sent to an address: enough for the countdowns, also after a reload. */
export interface SentCode {
  /** Milliseconds since 1970. */
  askedAt: number;
  wrongTries: number;
}

const storageKey = (email: string) => `sentCode:${email.toLowerCase()}`;

/** Has a code sent to an address. Throws an HttpError. */
export async function askForCode(email: string, captcha: string): Promise<void> {
  const headers = captcha ? { 'x-captcha-response': captcha } : {};
  await callAuth('/email-otp/send-verification-otp', { email, type: 'sign-in' }, headers);
  keep(email, { askedAt: Date.now(), wrongTries: 0 });
}

function keep(email: string, sent: SentCode): SentCode {
  sessionStorage.setItem(storageKey(email), JSON.stringify(sent));
  return sent;
}

/** The code last sent to an address; one that came from another tab counts as sent just now. */
function readSentCode(email: string): SentCode {
  const kept = sessionStorage.getItem(storageKey(email));
  return kept ? JSON.parse(kept) : { askedAt: Date.now(), wrongTries: 0 };
}

/** The code that was sent to an address, for the page that takes it. */
export function useSentCode(email: string) {
  const [sent, setSent] = useState(() => readSentCode(email));
  return {
    ...sent,
    /** Throws an HttpError. */
    sendAgain: async (captcha: string) => {
      await askForCode(email, captcha);
      setSent(readSentCode(email));
    },
    noteWrongTry: () => setSent(keep(email, { ...sent, wrongTries: sent.wrongTries + 1 })),
  };
}

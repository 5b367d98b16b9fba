import { useEffect, useRef, useState } from 'react';
import { FormError } from '../components/form-error.tsx';
import { describeError } from '../http/describe-error.ts';
import { HttpError } from '../http/http-error.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTheme } from '../theme/theme.ts';

const script = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The part of Turnstile's script that we call. */
interface Turnstile {
  render(place: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

let loading: Promise<Turnstile> | undefined;

function loadTurnstile(): Promise<Turnstile> {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(new Error('No Turnstile')));
    element.onerror = () => reject(new Error('Turnstile could not be loaded'));
    document.head.append(element);
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

export interface CaptchaProps {
  siteKey: string;
  /** Gets the proof that goes along with the next call; an empty one when it has run out. */
  onToken: (token: string) => void;
}

/** The same as the server says where it cannot reach Turnstile. */
const unreachable = new HttpError({ status: 503, statusText: '', body: { code: 'SERVICE_UNAVAILABLE' } });

/** Turnstile's box; says so where its script cannot be had. */
export default function Captcha({ siteKey, onToken }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const { dark } = useTheme();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let remove = () => {};
    let left = false;
    const show = (turnstile: Turnstile) => {
      if (left || !place.current) return;
      const widget = turnstile.render(place.current, {
        sitekey: siteKey,
        language,
        theme: dark ? 'dark' : 'light',
        callback: onToken,
        'expired-callback': () => onToken(''),
      });
      remove = () => turnstile.remove(widget);
    };
    loadTurnstile().then(show, async () => setProblem(await describeError(unreachable)));
    return () => {
      left = true;
      remove();
      // A proof is good for one call: the next one needs another.
      onToken('');
    };
  }, [siteKey, language, dark, onToken]);
  return (
    <div ref={place}>
      <FormError text={problem} />
    </div>
  );
}

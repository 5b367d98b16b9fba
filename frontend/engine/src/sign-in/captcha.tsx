import { useEffect, useRef, useState } from 'react';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useTheme } from '#frontend/shell/theme/theme.ts';

const script = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/** The part of the Turnstile API in use. */
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

interface CaptchaProps {
  siteKey: string;
  /** Receives the token for the next call; an empty string when the token has expired. */
  onToken: (token: string) => void;
}

/** The error that the server returns as well when it cannot reach Turnstile. */
const unreachable = new HttpError({ status: 503, statusText: '', body: { code: 'SERVICE_UNAVAILABLE' } });

/** Renders the Turnstile widget, or an error if its script cannot be loaded. */
export default function Captcha({ siteKey, onToken }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null);
  const { language } = useLanguage();
  const { dark } = useTheme();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let remove = () => {};
    let unmounted = false;
    const show = (turnstile: Turnstile) => {
      if (unmounted || !place.current) return;
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
      unmounted = true;
      remove();
      // A token is valid for one call only.
      onToken('');
    };
  }, [siteKey, language, dark, onToken]);
  return (
    <div ref={place}>
      <FormError text={problem} />
    </div>
  );
}

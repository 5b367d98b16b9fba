import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { settings } from '#frontend/shell/http/init.ts';
import styles from './form.module.css';
import type { useSentCode } from './sent-code.ts';
import { useCaptcha } from './use-captcha.tsx';

/** How long a code is valid, and when the next one may be requested. */
export interface CodeStatusProps {
  code: ReturnType<typeof useSentCode>;
  /** Whether a new code can be requested without the captcha. */
  withoutCaptcha?: boolean;
  onProblem: (error: unknown) => void;
  /** Rendered between its two parts. */
  children?: ReactNode;
}

/**
 * Renders the remaining lifetime and tries of the code, then how long until another one may be requested, and
 * from then on a button for it. If this tab has not requested a code, the button requests the first one.
 */
export function CodeStatus({ code, withoutCaptcha, onProblem, children }: CodeStatusProps) {
  const { t } = useTranslation();
  const isRequested = code.askedAt !== undefined;
  const [sentAgain, setSentAgain] = useState(false);
  const captcha = useCaptcha(code.askedAt);
  const seconds = useSecondsSince(code.askedAt ?? 0);
  const wait = isRequested ? settings().resendSeconds - seconds : 0;

  async function sendAgain() {
    try {
      await code.sendAgain(captcha.proof);
      setSentAgain(isRequested);
    } catch (error) {
      onProblem(error);
    }
  }

  return (
    <>
      <p className={styles.life} role="status">
        {sentAgain && wait > 0 && `${t('login.verify.resent')} `}
        {isRequested && <RemainingLife code={code} seconds={seconds} />}
      </p>
      {children}
      <div className={styles.links}>
        {wait > 0 ? (
          <p className={styles.wait}>{t('login.verify.resendIn', { count: wait })}</p>
        ) : (
          <>
            {!withoutCaptcha && captcha.box}
            <Button variant="quiet" action={sendAgain}>
              {t(isRequested ? 'login.verify.resend' : 'login.sendCode')}
            </Button>
          </>
        )}
        <p className="only-for-screen-readers" role="status">
          {isRequested && wait <= 0 && t('login.verify.canResend')}
        </p>
      </div>
    </>
  );
}

/** Renders how long the code is valid, `seconds` after it was requested. */
function RemainingLife({ code, seconds }: { code: CodeStatusProps['code']; seconds: number }) {
  const { t } = useTranslation();
  const { codeMinutes, codeTries } = settings();
  const { askedAt = 0, longUntil, failedTries } = code;
  const life = longUntil ? (longUntil - askedAt) / 1000 : codeMinutes * 60;
  const minutesLeft = Math.ceil((life - seconds) / 60);
  const triesLeft = codeTries - failedTries;
  if (triesLeft <= 0) return t('login.verify.noTriesLeft');
  if (minutesLeft <= 0) return t('login.verify.expired');
  return (
    <>
      {t('login.verify.expires', { count: minutesLeft })}
      {failedTries > 0 && ` ${t('login.verify.triesLeft', { count: triesLeft })}`}
    </>
  );
}

/** Returns the number of whole seconds since a time, updated every second. */
function useSecondsSince(timestamp: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((Math.max(now, timestamp) - timestamp) / 1000));
}

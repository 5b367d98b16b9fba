import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { settings } from '../shell/init.ts';
import { askForCode, codeAskedAt } from './ask-for-code.ts';
import styles from './form.module.css';
import { useCaptcha } from './use-captcha.tsx';
import { useSecondsSince } from './use-seconds-since.ts';

export interface CodeStatusProps {
  email: string;
  onProblem: (error: unknown) => void;
}

/** How long the code still lives, and a new one for the asking once the server allows it. */
export function CodeStatus({ email, onProblem }: CodeStatusProps) {
  const { t } = useTexts();
  const { codeMinutes, resendSeconds } = settings();
  const [askedAt, setAskedAt] = useState(() => codeAskedAt(email) || Date.now());
  const [sentAgain, setSentAgain] = useState(false);
  const captcha = useCaptcha(askedAt);
  const seconds = useSecondsSince(askedAt);
  const minutesLeft = Math.ceil((codeMinutes * 60 - seconds) / 60);
  const wait = resendSeconds - seconds;

  async function sendAgain() {
    try {
      await askForCode(email, captcha.proof);
      setAskedAt(Date.now());
      setSentAgain(true);
    } catch (error) {
      onProblem(error);
    }
  }

  return (
    <div className={styles.links}>
      <p className={styles.soft} role="status">
        {sentAgain && wait > 0 && `${t('login.verify.resent')} `}
        {minutesLeft > 0 ? t('login.verify.expires', { count: minutesLeft }) : t('login.verify.expired')}
      </p>
      {wait <= 0 && captcha.box}
      <Button look="quiet" disabled={wait > 0} onClick={sendAgain}>
        {wait > 0 ? t('login.verify.resendIn', { count: wait }) : t('login.verify.resend')}
      </Button>
      <p className="only-for-screen-readers" role="status">
        {wait <= 0 && t('login.verify.canResend')}
      </p>
    </div>
  );
}

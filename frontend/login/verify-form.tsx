import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { authProvider } from '../auth/auth-provider.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../shell/button.tsx';
import { codeLength, codeProblem, isWrongCode } from '../shell/code.ts';
import { CodeField } from '../shell/code-field.tsx';
import { explain } from '../shell/explain.ts';
import { Problem } from '../shell/problem.tsx';
import { CodeStatus } from './code-status.tsx';
import styles from './form.module.css';
import { askForCode, useSentCode } from './sent-code.ts';

export interface VerifyFormProps {
  email: string;
  redirect: string | null;
}

/** The code, sent by itself the first time it is full; after that only the visitor sends it. */
export function VerifyForm({ email, redirect }: VerifyFormProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const sentByItself = useRef(false);
  const sentCode = useSentCode(email, (captcha) => askForCode(email, captcha));
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);

  async function send(entered: string) {
    sentByItself.current = true;
    const found = codeProblem(entered);
    setWrong(found ? t(found) : '');
    setProblem('');
    if (found || busy) return field.current?.focus();
    setBusy(true);
    const result = await authProvider.login({ email, otp: entered, redirect });
    setBusy(false);
    if (result.success) return navigate(result.redirectTo!, { replace: true });
    if (isWrongCode(result.error)) {
      setWrong(t('common.code.invalid'));
      sentCode.noteWrongTry();
    } else setProblem(await explain(result.error));
    field.current?.focus();
  }

  function change(entered: string) {
    setCode(entered);
    setWrong('');
    if (entered.length === codeLength && !sentByItself.current) send(entered);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(code);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <CodeField
        ref={field}
        label={t('common.code.label')}
        value={code}
        error={wrong || undefined}
        onChange={change}
      />
      <Problem text={problem} />
      <Button look="primary" type="submit" busy={busy}>
        {t('login.verify.submit')}
      </Button>
      <CodeStatus code={sentCode} onProblem={async (error) => setProblem(await explain(error))} />
    </form>
  );
}

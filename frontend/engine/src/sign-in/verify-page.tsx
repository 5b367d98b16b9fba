import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { authProvider } from '#frontend/shell/auth/auth-provider.ts';
import { Button, buttonClass } from '#frontend/shell/components/button.tsx';
import {
  CodeField,
  codeLength,
  codeProblem,
  isAccountMissing,
  isInvalidCode,
} from '#frontend/shell/components/code-field.tsx';
import { isEmail } from '#frontend/shell/components/email.ts';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { settings } from '#frontend/shell/http/init.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import { CodeStatus } from './code-status.tsx';
import styles from './form.module.css';
import { askForCode, useSentCode } from './sent-code.ts';

/**
 * Renders the page that takes the code. Redirects to the login page if the URL has no valid email address.
 */
export function Component() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const email = parameters.get('email') ?? '';
  const redirect = parameters.get('redirect');
  const login = redirect ? `/login?${new URLSearchParams({ redirect })}` : '/login';
  usePageTitle();
  if (!isEmail(email)) return <Navigate to={login} replace />;
  return (
    <>
      <VerifyForm key={email} email={email} redirect={redirect} />
      <div className={styles.links}>
        <AppLink className={buttonClass('quiet')} to={login}>
          {t('login.verify.otherEmail')}
        </AppLink>
        {settings().outbox && (
          <a className={buttonClass('quiet')} href="/outbox">
            {t('login.codesInOutbox')}
          </a>
        )}
      </div>
    </>
  );
}

/**
 * Renders the code form. Submits automatically when the code is first complete; after that, only the user
 * submits. Once strangers have used up the short codes of the address, it takes a long one.
 */
function VerifyForm({ email, redirect }: { email: string; redirect: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  // What is typed next replaces a code that is no longer valid.
  const selectCode = () => field.current?.select();
  const hasSubmitted = useRef(false);
  const sentCode = useSentCode(email, async (captcha) => {
    await askForCode(email, captcha);
    hasSubmitted.current = false;
    selectCode();
  });
  const isLong = sentCode.longUntil !== undefined;
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  // Set at once, unlike the state: Enter right after the last digit must not send the code again.
  const isSending = useRef(false);
  useEffect(() => field.current?.focus(), []);

  async function send(entered: string) {
    const found = isLong && entered !== '' ? undefined : codeProblem(entered);
    if (isSending.current) return field.current?.focus();
    const isKnownInvalid = sentCode.isKnownInvalid(entered);
    setError(found ? t(found) : isKnownInvalid ? t('common.code.invalid') : '');
    setProblem('');
    if (isKnownInvalid) return selectCode();
    if (found) return field.current?.focus();
    hasSubmitted.current = true;
    isSending.current = true;
    setBusy(true);
    const result = await authProvider.login({ email, otp: entered, redirect });
    isSending.current = false;
    setBusy(false);
    if (result.success) return navigate(result.redirectTo!, { replace: true });
    if (isAccountMissing(result.error))
      return navigate('/login/error?error=signup_disabled', { replace: true });
    if (isInvalidCode(result.error)) {
      setError(t('common.code.invalid'));
      sentCode.noteFailedTry(entered);
    } else setProblem(await describeError(result.error));
    selectCode();
  }

  function change(entered: string) {
    setCode(entered);
    setError('');
    setProblem('');
    if (!isLong && entered.length === codeLength && !hasSubmitted.current) send(entered);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(code);
  }

  return (
    <>
      <div className={styles.head}>
        <h1>{t('login.verify.title')}</h1>
        <Destination email={email} isCodeRequested={sentCode.askedAt !== undefined} />
      </div>
      <form className={styles.form} onSubmit={submit} noValidate>
        {isLong ? (
          <TextField
            ref={field}
            label={t('login.verify.longLabel')}
            hint={t('login.verify.longHint')}
            value={code}
            error={error || undefined}
            onChange={({ target }) => change(target.value.trim())}
            dir="ltr"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        ) : (
          <CodeField
            ref={field}
            label={t('common.code.label')}
            value={code}
            error={error || undefined}
            onChange={change}
          />
        )}
        <CodeStatus code={sentCode} onProblem={async (error) => setProblem(await describeError(error))}>
          <FormError text={problem} />
          <Button variant="primary" type="submit" busy={busy}>
            {t('login.verify.submit')}
          </Button>
        </CodeStatus>
      </form>
    </>
  );
}

/** Renders the address of the code. While sign-up is closed, it must not reveal whether an account exists. */
function Destination({ email, isCodeRequested }: { email: string; isCodeRequested: boolean }) {
  const { t } = useTranslation();
  const isOpen = settings().signUp;
  return (
    <p className="soft">
      {isCodeRequested && !isOpen ? (
        t('login.verify.sentToAccount', { email })
      ) : (
        <>
          {t(isCodeRequested ? 'common.code.sentTo' : 'common.code.notSentTo')}{' '}
          <bdi className="strong">{email}</bdi>
        </>
      )}
    </p>
  );
}

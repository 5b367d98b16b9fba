import { safeRedirect } from '@bindery/contract/api/redirect.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { callAuth } from '#frontend/shell/auth/auth-client.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { emailProblem } from '#frontend/shell/components/email.ts';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { dialogFor } from '#frontend/shell/http/explaining-dialogs.ts';
import { settings } from '#frontend/shell/http/init.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { usePageTitle } from '#frontend/shell/layout/page-title.ts';
import styles from './form.module.css';
import { askForCode } from './sent-code.ts';
import { useCaptcha } from './use-captcha.tsx';

/**
 * Renders the sign-in form: requests a code for an email address, then navigates to the page that takes it.
 */
export function Component() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const redirect = parameters.get('redirect') ?? '';
  const { signUp } = settings();
  const title = t(signUp ? 'login.titleWithSignUp' : 'login.title');
  usePageTitle(title);
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className="soft">{t('login.intro')}</p>
      </div>
      <EmailForm redirect={redirect} />
      <SocialButtons redirect={redirect} />
    </>
  );
}

function EmailForm({ redirect }: { redirect: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [fieldError, setFieldError] = useState<TextKey>();
  const [formError, setFormError] = useState('');
  const [busy, setBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const captcha = useCaptcha(attempts);
  const { demoAccounts } = settings();

  function clearErrors() {
    setFieldError(undefined);
    setFormError('');
  }

  /** Fills in an account to try, which the next Enter signs in. */
  function choose(email: string) {
    field.current!.value = email;
    field.current!.focus();
    clearErrors();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = field.current!.value.trim();
    const found = emailProblem(email);
    clearErrors();
    setFieldError(found);
    if (found) return field.current!.focus();
    setBusy(true);
    try {
      await askForCode(email, captcha.proof);
      await navigate(`/login/verify?${new URLSearchParams({ email, ...(redirect && { redirect }) })}`);
    } catch (error) {
      setAttempts(attempts + 1);
      if (!dialogFor(error)) setFormError(await describeError(error));
    }
    setBusy(false);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {demoAccounts && (
        <div className={styles.accounts}>
          <p>{t('login.demoAccounts')}</p>
          {demoAccounts.map((email) => (
            <Button key={email} onClick={() => choose(email)}>
              {email}
            </Button>
          ))}
        </div>
      )}
      <TextField
        ref={field}
        label={t('common.email.label')}
        error={fieldError && t(fieldError)}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        onChange={clearErrors}
      />
      {captcha.box}
      <FormError text={formError} />
      <Button variant="primary" type="submit" busy={busy}>
        {t('login.sendCode')}
      </Button>
    </form>
  );
}

/** Renders one button for each social provider that the server is configured with. */
function SocialButtons({ redirect }: { redirect: string }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState('');
  const { providers } = settings();
  if (providers.length === 0) return null;

  async function goTo(provider: string) {
    setProblem('');
    try {
      await callAuth('/sign-in/social', {
        provider,
        // The login page redirects signed-in visitors to their default page.
        callbackURL: safeRedirect(redirect) ?? '/login',
        errorCallbackURL: '/login/error',
      });
    } catch (error) {
      setProblem(await describeError(error));
    }
  }

  return (
    <>
      <p className={styles.or}>{t('login.or')}</p>
      <div className={styles.form}>
        {providers.map(({ id, label }) => (
          <Button key={id} onClick={() => goTo(id)}>
            {t('login.continueWith', { provider: label })}
          </Button>
        ))}
        <FormError text={problem} />
      </div>
    </>
  );
}

import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAuth } from '#frontend/shell/auth/auth-client.ts';
import { currentSession, refreshSession } from '#frontend/shell/auth/session.ts';
import { CodeField, codeProblem, isInvalidCode } from '#frontend/shell/components/code-field.tsx';
import { optional } from '#frontend/shell/components/drawing.ts';
import { emailProblem } from '#frontend/shell/components/email.ts';
import { FormDialog } from '#frontend/shell/components/form-dialog.tsx';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { TextField } from '#frontend/shell/components/text-field.tsx';
import { notify } from '#frontend/shell/components/toasts.tsx';
import { describeError } from '#frontend/shell/http/describe-error.ts';
import { dialogFor } from '#frontend/shell/http/explaining-dialogs.ts';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import type { TextKey } from '#frontend/shell/i18n/keys.ts';
import { ownDrafts } from '#frontend/shell/session/drafts.ts';
import type { CodeStatusProps } from '#frontend/sign-in/code-status.tsx';
import { saveSentCode, useSentCode } from '#frontend/sign-in/sent-code.ts';

interface ChangeEmailProps {
  /** The address that was typed before the user had to sign in again. */
  typed: string | undefined;
  /** Opens the next step: entering the code that was sent to the new address. */
  onSent: (newEmail: string) => void;
  onClose: () => void;
}

/** Renders the drawer that requests a new email address and sends a code to it. */
export function ChangeEmail({ typed, onSent, onClose }: ChangeEmailProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<TextKey>();

  async function send() {
    const newEmail = field.current!.value.trim();
    const isSame = newEmail.toLowerCase() === currentSession()?.user.email;
    const found = isSame ? 'account.changeEmail.same' : emailProblem(newEmail);
    setError(found);
    if (found) return field.current!.focus();
    try {
      await askForEmailChange(newEmail);
    } catch (error) {
      if (dialogFor(error) === 'freshSession') ownDrafts().keep(newEmailDraft, newEmail);
      throw error;
    }
    onSent(newEmail);
  }

  return (
    <FormDialog
      title={t('account.changeEmail.title')}
      action={t('account.changeEmail.send')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label={t('account.changeEmail.label')}
        hint={t('account.changeEmail.hint')}
        error={error && t(error)}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        defaultValue={typed}
        onChange={() => setError(undefined)}
      />
    </FormDialog>
  );
}

// Reuses the login page's component and its namespace. If it cannot be loaded, the code can still be entered.
const CodeStatus = optional<CodeStatusProps>(async () => {
  const [{ CodeStatus }] = await Promise.all([
    import('#frontend/sign-in/code-status.tsx'),
    loadNamespaces('login'),
  ]);
  return { default: CodeStatus };
});

/** Renders the drawer that takes the code sent to a new email address, then changes to that address. */
export function ConfirmEmail({ newEmail, onClose }: { newEmail: string; onClose: () => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const sentCode = useSentCode(codeForChange(newEmail), () => askForEmailChange(newEmail));
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [problem, setProblem] = useState('');

  async function confirm() {
    const found = codeProblem(code) ?? (sentCode.isKnownInvalid(code) ? 'common.code.invalid' : undefined);
    setError(found ? t(found) : '');
    setProblem('');
    if (found) return field.current!.focus();
    await callAuth('/email-otp/change-email', { newEmail, otp: code });
    await refreshSession();
    onClose();
    notify('success', t('account.changeEmail.saved'));
  }
  function explain(error: unknown) {
    if (!isInvalidCode(error)) return describeError(error);
    setError(t('common.code.invalid'));
    sentCode.noteFailedTry(code);
    field.current?.select();
    return '';
  }

  return (
    <FormDialog
      title={t('account.changeEmail.title')}
      action={t('account.changeEmail.confirm')}
      onSubmit={confirm}
      explain={explain}
      problem={problem}
      onClose={onClose}
    >
      <p>
        {t(sentCode.askedAt === undefined ? 'common.code.notSentTo' : 'common.code.sentTo')}{' '}
        <bdi className="strong">{newEmail}</bdi>
      </p>
      <CodeField
        ref={field}
        label={t('common.code.label')}
        value={code}
        error={error || undefined}
        onChange={(entered) => {
          setCode(entered);
          setError('');
          setProblem('');
        }}
      />
      <Suspense fallback={<Skeleton block="calc(var(--target) + 2rem)" />}>
        <CodeStatus
          code={sentCode}
          withoutCaptcha
          onProblem={async (error) => setProblem(await describeError(error))}
        />
      </Suspense>
    </FormDialog>
  );
}

/**
 * Returns the key under which the code for a new address is tracked, distinct from a sign-in code to the same
 * address.
 */
const codeForChange = (newEmail: string): string => `change ${newEmail}`;

/** Requests a code for the address that the user wants to change to. Throws an HttpError. */
async function askForEmailChange(newEmail: string): Promise<void> {
  await callAuth('/email-otp/request-email-change', { newEmail });
  saveSentCode(codeForChange(newEmail));
}

/** The draft name of a new address that was typed in a session too old to change it. */
export const newEmailDraft = 'newEmail';

import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { Check, Copy, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../auth/session.ts';
import { ownKey } from '../browser/own-storage.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { api } from '../http/api.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import { AppLink } from '../layout/app-link.tsx';
import styles from './first-steps.module.css';
import { withCode } from './with-code.tsx';

/** How often the steps are read while the page is visible: often enough to notice a saved file quickly. */
const READ_EVERY_MS = 3000;
const KEY = ownKey('first steps hidden');
const SETUP = `npm run setup -- --name "Acme" --color "#1a6b8a"`;

/**
 * Renders the first steps of an adopter until all are completed or the card is hidden; a step is ticked off
 * as soon as the server detects it. Only for developers who administer users, and in no build.
 */
export default function FirstStepsCard() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(KEY) !== null);
  const { t } = useTranslation();
  const isMeant = may('user', 'impersonate') && !isHidden;
  const steps = useFirstSteps(isMeant);
  if (!isMeant || !steps) return null;
  const done = doneOf(steps);
  const count = done.filter(Boolean).length;
  if (count === done.length) return null;
  const next = done.indexOf(false);
  const [resource = 'tools'] = steps.resources;

  const hide = () => {
    localStorage.setItem(KEY, '');
    setHidden(true);
  };
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <header className={styles.head}>
        <h2 id="first-steps">{t('developers.firstSteps.title')}</h2>
        <p className={styles.soft} role="status">
          {t('developers.firstSteps.done', { count, total: done.length })}
        </p>
        <IconButton label={t('developers.firstSteps.hide')} onClick={hide}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <ol className={styles.steps}>
        <Step title={t('developers.firstSteps.name.title')} isDone={done[0]} isNext={next === 0}>
          <p>
            {withCode(t(`developers.firstSteps.name.${steps.hasExample ? 'withoutExample' : 'text'}`))}{' '}
            {t('developers.firstSteps.name.again')}
          </p>
          <Code text={steps.hasExample ? `${SETUP} --without-example` : SETUP} />
        </Step>
        <Step title={t('developers.firstSteps.entry.title')} isDone={done[1]} isNext={next === 1}>
          <p>{withCode(t('developers.firstSteps.entry.text', { below: '`users`' }))}</p>
          <Code text={FIRST_ENTRY} />
        </Step>
        <Step title={t('developers.firstSteps.record.title')} isDone={done[2]} isNext={next === 2}>
          <p className={styles.buttons}>
            <AppLink className={buttonClass('primary')} to={`/manager/${resource}/new`}>
              {t('developers.firstSteps.record.open')}
            </AppLink>
          </p>
        </Step>
        <Step title={t('developers.firstSteps.invite.title')} isDone={done[3]} isNext={next === 3}>
          <p className={styles.buttons}>
            <AppLink className={buttonClass('primary')} to="/manager/users/new">
              {t('developers.firstSteps.invite.open')}
            </AppLink>
            <a className={buttonClass('secondary')} href="/outbox">
              {t('developers.firstSteps.invite.outbox')}
            </a>
          </p>
        </Step>
      </ol>
      <p className={styles.links}>
        <span className={styles.soft}>{withCode(t('developers.firstSteps.tour'))}</span>
        <AppLink to="/manager/developers">{t('developers.firstSteps.entries')}</AppLink>
        <span className={styles.soft}>{withCode(t('developers.firstSteps.only'))}</span>
      </p>
    </section>
  );
}

/** Whether each step is completed, in order. */
function doneOf({ isNamed, resources, hasRecord, hasInvited }: FirstSteps): readonly boolean[] {
  return [isNamed, resources.length > 0, hasRecord, hasInvited];
}

/** Polls the steps while the page is visible; the last response remains while the server restarts. */
function useFirstSteps(isMeant: boolean): FirstSteps | undefined {
  const [steps, setSteps] = useState<FirstSteps>();
  const isComplete = steps !== undefined && doneOf(steps).every(Boolean);
  useEffect(() => {
    if (!isMeant || isComplete) return;
    const read = async () => {
      if (document.hidden) return;
      await loadNamespaces('developers');
      const response = await api.developers.firstSteps().catch(() => undefined);
      if (response) setSteps(response.body);
    };
    void read();
    const timer = setInterval(read, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [isMeant, isComplete]);
  return steps;
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean | undefined;
  /** The first open step has instructions. */
  readonly isNext: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone = false, isNext, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.step} data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone && <Check size={14} strokeWidth={3} />}
      </span>
      <h3>
        {title}
        {isDone && <span className="only-for-screen-readers"> {t('developers.firstSteps.isDone')}</span>}
      </h3>
      {isNext && <div className={styles.how}>{children}</div>}
    </li>
  );
}

function Code({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className={styles.code}>
      <pre dir="ltr">
        <code>{text}</code>
      </pre>
      <Button onClick={copy}>
        {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
        {t(isCopied ? 'developers.firstSteps.copied' : 'developers.firstSteps.copy')}
      </Button>
    </div>
  );
}

/** The first entry of a product, as a developer pastes it into resources.config.ts above `users`. */
export const FIRST_ENTRY = `tools: {
  fields: {
    name: text({ required: true, search: true }),
    note: text(),
  },
  list: ['name', 'note'],
  rights: {
    admin: ['read', 'create', 'update', 'delete'],
    user: ['read'],
  },
},`;

import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { ArrowRight, Check, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../auth/session.ts';
import { buttonClass } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { api } from '../http/api.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import { AppLink } from '../layout/app-link.tsx';
import { AppPage } from './app-page.tsx';
import { CodeBlock, CopiedText } from './code-block.tsx';
import styles from './first-steps.module.css';
import { FirstStepsSpace, hiddenKey, storeHeight } from './first-steps-space.tsx';
import { withCode } from './with-code.tsx';

/** How often the steps are read while the page is visible: often enough to notice a saved file quickly. */
const READ_EVERY_MS = 3000;
const SETUP = `npm run setup -- --name "Acme" --color "#1a6b8a"`;

/**
 * Renders the first steps of an adopter, and what comes next, until the card is hidden; a step is ticked off
 * as soon as the server detects it. Only for developers who administer users, and in no build.
 */
export default function FirstStepsCard() {
  const [isHidden, setHidden] = useState(() => localStorage.getItem(hiddenKey()) !== null);
  const isMeant = may('user', 'impersonate') && !isHidden;
  const steps = useFirstSteps(isMeant);
  if (!isMeant) return null;
  if (!steps) return <FirstStepsSpace />;
  const hide = () => {
    localStorage.setItem(hiddenKey(), '');
    setHidden(true);
  };
  return <Card steps={steps} onHide={hide} />;
}

function Card({ steps, onHide }: { steps: FirstSteps; onHide: () => void }) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (card.current) storeHeight(card.current.offsetHeight);
  });
  const done = doneOf(steps);
  const count = done.filter(Boolean).length;
  const next = done.indexOf(false);
  const { docs, hasExample } = steps;
  const [resource = 'tools'] = steps.resources;
  return (
    <section ref={card} className={styles.card} aria-labelledby="first-steps">
      <header className={styles.head}>
        <h2 id="first-steps">{t('developers.firstSteps.title')}</h2>
        <p className={styles.soft} role="status">
          {t('developers.firstSteps.done', { count, total: done.length })}
        </p>
        <IconButton label={t('developers.firstSteps.hide')} onClick={onHide}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <ol className={styles.steps}>
        <Step title={t('developers.firstSteps.name.title')} isDone={done[0]} isNext={next === 0}>
          <p>
            {withCode(t(`developers.firstSteps.name.${hasExample ? 'withoutExample' : 'text'}`))}{' '}
            {t('developers.firstSteps.name.again')}
          </p>
          <CodeBlock file="$" text={hasExample ? `${SETUP} --without-example` : SETUP} />
        </Step>
        <Step title={t('developers.firstSteps.entry.title')} isDone={done[1]} isNext={next === 1}>
          <p>{withCode(t('developers.firstSteps.entry.text', { below: '`users`' }))}</p>
          <CodeBlock file="resources.config.ts" text={FIRST_ENTRY} />
        </Step>
        <Step title={t('developers.firstSteps.record.title')} isDone={done[2]} isNext={next === 2}>
          <p>{t('developers.firstSteps.record.text')}</p>
          <p className={styles.buttons}>
            <AppLink className={buttonClass('primary')} to={`/manager/${resource}/new`}>
              {t('developers.firstSteps.record.open')}
            </AppLink>
            <AppLink className={buttonClass('secondary')} to={`/manager/${resource}/import`}>
              {t('developers.firstSteps.record.import')}
            </AppLink>
          </p>
        </Step>
        <Step title={t('developers.firstSteps.user.title')} isDone={done[3]} isNext={next === 3}>
          <p>
            {t('developers.firstSteps.user.text')} <CopiedText text={`${location.origin}/login`} />
          </p>
          <p>{t('developers.firstSteps.user.code')}</p>
          <p className={styles.buttons}>
            <AppLink className={buttonClass('primary')} to="/manager/users/new">
              {t('developers.firstSteps.user.open')}
            </AppLink>
            <a className={buttonClass('secondary')} href="/outbox">
              {t('developers.firstSteps.outbox')}
            </a>
          </p>
        </Step>
        <Step title={t('developers.firstSteps.appPage.title')} isDone={done[4]} isNext={next === 4}>
          <AppPage resource={resource} docs={docs} />
        </Step>
        {next === -1 && (
          <Step title={t('developers.firstSteps.next.title')} icon={<ArrowRight size={14} />} isNext>
            <p>{t('developers.firstSteps.next.text')}</p>
            <ul className={styles.next}>
              {NEXT_PAGES.map((page) => (
                <li key={page}>
                  {t(`developers.firstSteps.next.${page}`)} <CopiedText text={`${docs}/${page}.md`} />
                </li>
              ))}
            </ul>
          </Step>
        )}
      </ol>
      <p className={styles.links}>
        {next !== -1 && (
          <span>
            {t('developers.firstSteps.next.tour')} <CopiedText text={`${docs}/tour.md`} />
          </span>
        )}
        {steps.resources.length > 0 && (
          <AppLink to="/manager/developers">{t('developers.firstSteps.entries')}</AppLink>
        )}
        {next !== 3 && <a href="/outbox">{t('developers.firstSteps.outbox')}</a>}
        <span className={styles.soft}>{withCode(t('developers.firstSteps.only'))}</span>
      </p>
    </section>
  );
}

/** The pages of the documentation to read after the first steps. */
const NEXT_PAGES = ['tour', 'roles', 'deploying'] as const;

/** Whether each step is completed, in order. */
function doneOf({ isNamed, resources, ...has }: FirstSteps): readonly boolean[] {
  return [isNamed, resources.length > 0, has.hasRecord, has.hasInvited, has.hasAppPage];
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
  readonly isDone?: boolean | undefined;
  /** The first open step has instructions. */
  readonly isNext: boolean;
  /** In its mark until it is done. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

function Step({ title, isDone = false, isNext, icon, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.step} data-done={isDone || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <Check size={14} strokeWidth={3} /> : icon}
      </span>
      <h3>
        {title}
        {isDone && <span className="only-for-screen-readers"> {t('developers.firstSteps.isDone')}</span>}
      </h3>
      {isNext && <div className={styles.how}>{children}</div>}
    </li>
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

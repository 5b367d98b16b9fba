import * as product from 'virtual:bindery/product';
import { RESTART_EVENT } from '@bindery/contract/api/developers/pages.ts';
import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { Check, ChevronDown, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../auth/session.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { notifyError } from '../components/notify-error.ts';
import { notify } from '../components/toasts.tsx';
import { api } from '../http/api.ts';
import { loadNamespaces, translate } from '../i18n/i18n.ts';
import { AppLink } from '../layout/app-link.tsx';
import { CodeBlock } from './code-block.tsx';
import styles from './first-steps.module.css';
import { FirstStepsSpace, isHidden, storeHeight, storeHidden } from './first-steps-space.tsx';
import { withCode } from './with-code.tsx';

/** How often the steps are read while the page is visible: often enough to notice a saved file quickly. */
const READ_EVERY_MS = 3000;
const COLORS = "colors: { light: { accent: '#1a6b8a' } },";
/** The place of the step that two others need. */
const ENTRY = 1;
const SETUP = `npm run setup -- --name "Acme" --color "#1a6b8a"`;

/** The pages of the documentation to read after the first steps. */
const NEXT_PAGES = ['roles', 'extensions', 'deploying'] as const;

/**
 * Renders the first steps of an adopter, and what comes next, until the card is hidden; a step is ticked off
 * as soon as the server detects it. Only for developers who administer users, and in no build.
 */
export default function FirstStepsCard() {
  const [hidden, setHidden] = useState(isHidden);
  const isMeant = may('user', 'impersonate') && !hidden;
  const steps = useFirstSteps(isMeant);
  if (!isMeant) return null;
  if (!steps) return <FirstStepsSpace />;
  const change = (hidden: boolean) => {
    storeHidden(hidden);
    setHidden(hidden);
  };
  const hide = () => {
    change(true);
    const action = { label: translate('developers.firstSteps.undo'), onClick: () => change(false) };
    void notify('info', translate('developers.firstSteps.hidden'), { action });
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
  const isComplete = count === done.length;
  return (
    <section ref={card} className={styles.card} aria-labelledby="first-steps">
      <header className={styles.head}>
        {isComplete && (
          <span className={styles.complete} aria-hidden="true">
            <Check size={20} strokeWidth={3} />
          </span>
        )}
        <h2 id="first-steps">
          {isComplete
            ? t('developers.firstSteps.allDone.title', { product: product.name })
            : t('developers.firstSteps.title')}
        </h2>
        <p className={isComplete ? 'only-for-screen-readers' : 'text-muted'} role="status">
          {t('developers.firstSteps.done', { count, total: done.length })}
        </p>
        <IconButton label={t('developers.firstSteps.hide')} onClick={onHide}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      {isComplete ? <AllDone steps={steps} /> : <Steps steps={steps} />}
    </section>
  );
}

/** Renders each step, of which one shows its instructions: the first open one, until another is chosen. */
function Steps({ steps }: { steps: FirstSteps }) {
  const { t } = useTranslation();
  const done = doneOf(steps);
  const next = done.indexOf(false);
  const [chosen, setChosen] = useState({ at: next, step: next });
  // A step that has been completed leads to the next one.
  const open = chosen.at === next ? chosen.step : next;
  const step = (place: number) => ({
    isDone: done[place],
    isNext: place === next,
    isOpen: place === open,
    onOpen: () => setChosen({ at: next, step: place }),
  });
  const { appPage, hasExample, isNamed } = steps;
  const [first] = steps.resources;
  const needsEntry = (
    <>
      <p>{t('developers.firstSteps.needsEntry')}</p>
      <p className={styles.buttons}>
        <Button variant="primary" onClick={() => setChosen({ at: next, step: ENTRY })}>
          {t('developers.firstSteps.entry.title')}
        </Button>
      </p>
    </>
  );
  return (
    <>
      <ol className={styles.steps}>
        <Step title={t(`developers.firstSteps.name.${isNamed ? 'onlyColor' : 'title'}`)} {...step(0)}>
          {isNamed ? (
            <>
              <p>{withCode(t('developers.firstSteps.name.color'))}</p>
              <CodeBlock file="product.ts" text={COLORS} />
            </>
          ) : (
            <>
              <p>
                {withCode(t(`developers.firstSteps.name.${hasExample ? 'withoutExample' : 'text'}`))}{' '}
                {t('developers.firstSteps.name.again')}
              </p>
              <CodeBlock file="$" text={hasExample ? `${SETUP} --without-example` : SETUP} />
            </>
          )}
        </Step>
        <Step title={t('developers.firstSteps.entry.title')} {...step(ENTRY)}>
          <p>
            {withCode(
              t('developers.firstSteps.entry.text', { below: '`users`', kinds: '`@bindery/contract`' }),
            )}
          </p>
          <CodeBlock file="resources.config.ts" text={FIRST_ENTRY} />
        </Step>
        <Step title={t('developers.firstSteps.record.title')} {...step(2)}>
          <p>{t('developers.firstSteps.record.text')}</p>
          {first ? (
            <p className={styles.buttons}>
              <AppLink className={buttonClass('primary')} to={`/manager/${first}/new`}>
                {t('developers.firstSteps.record.open')}
              </AppLink>
              <AppLink className={buttonClass('secondary')} to={`/manager/${first}/import`}>
                {t('developers.firstSteps.record.import')}
              </AppLink>
            </p>
          ) : (
            needsEntry
          )}
        </Step>
        <Step title={t('developers.firstSteps.user.title')} {...step(3)}>
          <p>{t('developers.firstSteps.user.text')}</p>
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
        <Step title={t('developers.firstSteps.appPage.title')} {...step(4)}>
          {appPage ? (
            <p className={styles.buttons}>
              <AppLink className={buttonClass('primary')} to={appPage}>
                {t('developers.firstSteps.allDone.page')}
              </AppLink>
            </p>
          ) : (
            (first && <AppPage resource={first} files={steps.appPageFiles} />) || needsEntry
          )}
        </Step>
      </ol>
      <p className={styles.links}>
        {first && <AppLink to={`/manager/${first}`}>{t('developers.firstSteps.allDone.records')}</AppLink>}
        {appPage && <AppLink to={appPage}>{t('developers.firstSteps.allDone.page')}</AppLink>}
        <a href="/docs/tour.md">{t('developers.firstSteps.tour')}</a>
        {first && <AppLink to="/manager/developers">{t('developers.firstSteps.entries')}</AppLink>}
        {open !== 3 && <a href="/outbox">{t('developers.firstSteps.outbox')}</a>}
        <span className="text-muted">{withCode(t('developers.firstSteps.only'))}</span>
      </p>
    </>
  );
}

/** Whether each step is completed, in order. */
function doneOf({ isNamed, isColored, resources, appPage, ...has }: FirstSteps): readonly boolean[] {
  return [isNamed && isColored, resources.length > 0, has.hasRecord, has.hasInvited, appPage !== null];
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
    const stop = () => clearInterval(timer);
    // After a restart, the page is loaded again, with the pages that the steps then link to.
    import.meta.hot?.on(RESTART_EVENT, stop);
    return () => {
      stop();
      import.meta.hot?.off(RESTART_EVENT, stop);
    };
  }, [isMeant, isComplete]);
  return steps;
}

interface StepProps {
  readonly title: string;
  readonly isDone?: boolean | undefined;
  /** Whether it is the first one to do. */
  readonly isNext: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** The instructions. */
  readonly children: ReactNode;
}

function Step({ title, isDone = false, isNext, isOpen, onOpen, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li
      className={styles.step}
      data-done={isDone || undefined}
      data-open={isOpen || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={styles.mark} aria-hidden="true">
        {isDone && <Check size={14} strokeWidth={3} />}
      </span>
      <h3>
        <button
          type="button"
          className={styles.title}
          aria-expanded={isOpen}
          aria-disabled={isOpen}
          onClick={onOpen}
        >
          <span>
            {title}
            {isDone && <span className="only-for-screen-readers"> {t('developers.firstSteps.isDone')}</span>}
          </span>
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      </h3>
      {isOpen && <div className={styles.how}>{children}</div>}
    </li>
  );
}

interface AppPageProps {
  /** The name of the resource whose records the page lists. */
  readonly resource: string;
  /** The texts of its files by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Renders how a product adds a page to the app: a list of records with a tab, whose files it can write. */
function AppPage({ resource, files }: AppPageProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    // The step is ticked off once the server has restarted with them.
    await api.developers.writeAppPage().catch((error: unknown) => {
      setBusy(false);
      return notifyError(error, t('developers.firstSteps.appPage.failed'));
    });
  };
  return (
    <>
      <p>{withCode(t('developers.firstSteps.appPage.text', { address: `\`/app/${resource}\`` }))}</p>
      <p className={styles.buttons}>
        <Button variant="primary" busy={isBusy} onClick={write}>
          {t('developers.firstSteps.appPage.write')}
        </Button>
      </p>
      <details className={styles.files}>
        <summary>{t('developers.firstSteps.appPage.files')}</summary>
        {Object.entries(files).map(([file, text]) => (
          <details key={file}>
            <summary dir="ltr">{file}</summary>
            <CodeBlock text={text.trimEnd()} />
          </details>
        ))}
      </details>
      <p>
        <a href="/docs/extensions.md#pages">{t('developers.firstSteps.appPage.more')}</a>
      </p>
    </>
  );
}

/** Renders what the first steps have led to, and what is worth doing next. */
function AllDone({ steps: { resources, appPage } }: { steps: FirstSteps }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('developers.firstSteps.allDone.text')}</p>
      <p className={styles.buttons}>
        <AppLink className={buttonClass('primary')} to={appPage!}>
          {t('developers.firstSteps.allDone.page')}
        </AppLink>
        <AppLink className={buttonClass('secondary')} to={`/manager/${resources[0]}`}>
          {t('developers.firstSteps.allDone.records')}
        </AppLink>
      </p>
      <h3 className={styles.next}>{t('developers.firstSteps.allDone.next')}</h3>
      <ul className={styles.pages}>
        {NEXT_PAGES.map((page) => (
          <li key={page}>
            <a href={`/docs/${page}.md`}>{t(`developers.firstSteps.allDone.${page}.title`)}</a>
            <p className="text-muted">{t(`developers.firstSteps.allDone.${page}.text`)}</p>
          </li>
        ))}
      </ul>
      <p className={styles.links}>
        <AppLink to="/manager/developers">{t('developers.firstSteps.entries')}</AppLink>
        <a href="/api/docs">{t('developers.firstSteps.allDone.api')}</a>
      </p>
    </>
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

import type { FirstSteps } from '@bindery/contract/api/developers/routes.ts';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../components/button.tsx';
import { AppLink } from '../layout/app-link.tsx';
import styles from './first-steps.module.css';

/** The pages of the documentation to read after the first steps. */
const NEXT_PAGES = ['roles', 'extensions', 'deploying'] as const;

/** Renders what the first steps have led to, and what is worth doing next. */
export function AllDone({ steps: { resources, appPage } }: { steps: FirstSteps }) {
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

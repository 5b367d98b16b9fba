import { useTranslation } from 'react-i18next';
import { buttonClass } from '../components/button.tsx';
import { AppLink } from '../layout/app-link.tsx';
import styles from './first-steps.module.css';
import { withCode } from './with-code.tsx';

/** Renders what an administrator of a product without entries does next. */
export default function NextStep() {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-labelledby="next-step">
      <h2 id="next-step">{t('manager.nextStep.title')}</h2>
      <p>{withCode(t('manager.nextStep.text'))}</p>
      <p className={styles.buttons}>
        <AppLink className={buttonClass('primary')} to="/manager/users/new">
          {t('manager.nextStep.invite')}
        </AppLink>
        <a className={buttonClass('secondary')} href="/outbox">
          {t('manager.nextStep.outbox')}
        </a>
      </p>
      <p className={styles.links}>
        <span className="text-muted">{withCode(t('manager.nextStep.tour'))}</span>
        <span className="text-muted">{t('manager.nextStep.only')}</span>
      </p>
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse } from 'react-router';
import { Button } from '../components/button.tsx';
import styles from './error-details.module.css';

/** Renders the message of an error, on request. */
export default function ErrorDetails({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.details}>
      <Button variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'common.hideError' : 'common.showError')}
      </Button>
      {shown && (
        <pre className={styles.message} dir="ltr">
          {messageOf(error)}
        </pre>
      )}
    </div>
  );
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
}

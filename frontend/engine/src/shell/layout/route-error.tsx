import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { isOffline, useOnline } from '../browser/offline.ts';
import { Button } from '../components/button.tsx';
import { optional } from '../components/drawing.ts';
import { HttpError } from '../http/http-error.ts';
import { isChunkFailure, reloadOnce } from './chunk-reload.ts';
import { type ErrorKind, ErrorMessage, ErrorPage } from './error-page.tsx';

const Details = optional(() => import('./error-details.tsx'));

// Long enough to be visible: with an instant second failure, the retry would go unnoticed.
const reloadDelay = 600;

/**
 * Renders the error of a failed page: 403 and 404 as error pages, anything else with its message and a retry.
 * A page that failed to load while offline is loaded when the browser is online again.
 */
export function RouteError({ Page = ErrorPage }: { Page?: typeof ErrorPage }) {
  const error = useRouteError();
  const online = useOnline();
  const [failedOffline] = useState(() => isChunkFailure(error) && isOffline());
  const [reloading] = useState(() => isChunkFailure(error) && reloadOnce(error));
  const kind = failedOffline ? 'offline' : kindOf(error);
  useEffect(() => {
    if (failedOffline && online) location.reload();
  }, [failedOffline, online]);
  if (reloading) return null;
  if (kind === '403' || kind === '404') return <Page kind={kind} />;
  return (
    <Page kind={kind} retry={<TryAgain error={error} />}>
      {kind !== 'offline' && (
        // Its place is kept while it is loading.
        <div style={{ inlineSize: '100%', minBlockSize: 'var(--target)' }}>
          <Suspense>
            <Details error={error} />
          </Suspense>
        </div>
      )}
    </Page>
  );
}

/** Renders the error inside an area's layout, which stays mounted. */
export const RouteErrorInFrame = () => <RouteError Page={ErrorMessage} />;

function kindOf(error: unknown): ErrorKind {
  const status = isRouteErrorResponse(error) || error instanceof HttpError ? error.status : 0;
  if (status === 403 || status === 404) return `${status}`;
  return status >= 500 ? '500' : 'unknown';
}

function TryAgain({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const again = async () => {
      // The router caches failed route modules until the page is reloaded.
      if (isChunkFailure(error) && !isOffline()) return location.reload();
      await revalidate();
      setBusy(false);
    };
    const timer = setTimeout(again, reloadDelay);
    return () => clearTimeout(timer);
  }, [busy, error, revalidate]);
  return (
    <Button variant="primary" busy={busy} onClick={() => setBusy(true)}>
      {t('common.tryAgain')}
    </Button>
  );
}

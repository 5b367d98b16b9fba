import { lazy, type ReactNode, Suspense, useState } from 'react';
import { settings } from '#frontend/shell/http/init.ts';

const Captcha = lazy(() => import('./captcha.tsx'));

/**
 * Provides the captcha, if the server requires one: the element to render, and its current token. A token is
 * valid for one call, so a change of `round` requests a new one.
 */
export function useCaptcha(round = 0): { box: ReactNode; proof: string } {
  const { captchaSiteKey } = settings();
  const [proof, setProof] = useState('');
  const box = captchaSiteKey && (
    <Suspense>
      <Captcha key={round} siteKey={captchaSiteKey} onToken={setProof} />
    </Suspense>
  );
  return { box, proof };
}

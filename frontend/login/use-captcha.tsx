import { lazy, type ReactNode, Suspense, useState } from 'react';
import { settings } from '../session/init.ts';

const Captcha = lazy(() => import('./captcha.tsx'));

/**
 * The robot check, where the server wants one: what to draw, and the proof so far. A proof is good for one call,
 * so `round` asks for a new one whenever it changes.
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

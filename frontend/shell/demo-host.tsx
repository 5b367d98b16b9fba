import { lazy, Suspense, useEffect, useState } from 'react';
import { onDemoBlock } from './demo.ts';

const DemoDialog = lazy(() => import('./demo-dialog.tsx'));

/** Where the demo dialog opens when a demo server's visitor tries to change something. */
export function DemoHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => onDemoBlock(() => setOpen(true)), []);
  return <Suspense>{open && <DemoDialog onClose={() => setOpen(false)} />}</Suspense>;
}

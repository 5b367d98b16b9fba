import { useEffect, useState } from 'react';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { onDemoBlock } from './demo.ts';

const DemoDialog = lazyDialog(() => import('./demo-dialog.tsx'));

/** Where the demo dialog opens when a demo server's visitor tries to change something. */
export function DemoHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => onDemoBlock(() => setOpen(true)), []);
  return open && <DemoDialog onClose={() => setOpen(false)} />;
}

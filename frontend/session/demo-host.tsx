import { useEffect, useState } from 'react';
import { onDemoBlock } from './demo.ts';
import { part } from '../components/lazy-dialog.tsx';

const DemoDialog = part(() => import('./demo-dialog.tsx'));

/** Where the demo dialog opens when a demo server's visitor tries to change something. */
export function DemoHost() {
  const [open, setOpen] = useState(false);
  useEffect(() => onDemoBlock(() => setOpen(true)), []);
  return open && <DemoDialog onClose={() => setOpen(false)} />;
}

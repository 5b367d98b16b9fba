import { useState } from 'react';
import { Button } from '#frontend/shell/components/button.tsx';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import type { UndoDialogProps } from './undo-dialog.tsx';

const UndoDialog = lazyDialog(() => import('./undo-dialog.tsx'));

interface UndoButtonProps extends Omit<UndoDialogProps, 'onClose'> {
  readonly variant?: 'primary' | 'quiet';
  /** The accessible name, if it says more than the text. */
  readonly name?: string;
  readonly children: string;
}

/** Renders the button that undoes a change, after a confirmation. */
export function UndoButton({ variant = 'quiet', name, children, ...undone }: UndoButtonProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button variant={variant} aria-label={name} aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {children}
      </Button>
      {asks && <UndoDialog {...undone} onClose={() => setAsks(false)} />}
    </>
  );
}

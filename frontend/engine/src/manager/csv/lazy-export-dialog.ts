import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { loadNamespaces } from '#frontend/shell/i18n/i18n.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

/** The export dialog, loaded with its texts when it is opened. */
export const LazyExportDialog = lazyDialog<ExportDialogProps>(async () => {
  const [{ ExportDialog }] = await Promise.all([import('./export-dialog.tsx'), loadNamespaces('csv')]);
  return { default: ExportDialog };
});

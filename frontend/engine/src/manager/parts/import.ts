/** The parts of the import page, for extensions and for the generated page. */
export { ImportFrame } from '../csv/import-frame.tsx';
export { ImportStep } from '../csv/import-step.tsx';
export { useImport } from '../csv/use-import.ts';

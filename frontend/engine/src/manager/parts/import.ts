/** The parts that the page of an import is built of: the generated one, and those of extensions. */
export { ImportFrame } from '../csv/import-frame.tsx';
export { ImportStep } from '../csv/import-step.tsx';
export { useImport } from '../csv/use-import.ts';

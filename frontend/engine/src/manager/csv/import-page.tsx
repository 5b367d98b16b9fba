import { CustomPage } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { onlyWith, useResource } from '../resource.ts';
import { ImportFrame } from './import-frame.tsx';
import { ImportStep } from './import-step.tsx';
import { useImport } from './use-import.ts';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('create');

/** Renders the page that imports a CSV file: file, columns, dry run, import. Another page may override it. */
export function Component() {
  const { name } = useResource();
  const { import: load } = overridesOf(name);
  return load ? <CustomPage load={load} props={{}} /> : <GeneratedPage key={name} />;
}

/** Renders an import with the same parts as a page from `npm run bindery eject`. */
function GeneratedPage() {
  const { name } = useResource();
  const steps = useImport(name);
  return (
    <ImportFrame steps={steps}>
      <ImportStep steps={steps} />
    </ImportFrame>
  );
}

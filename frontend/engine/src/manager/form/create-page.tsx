import { CustomPage } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { onlyWith, useResource } from '../resource.ts';
import { CreateFrame, CreateRecordForm, useCreatePage } from './create-frame.tsx';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('create');

/**
 * Renders the page that creates a record: a new one, possibly with a reference from the URL (`?genre=ID`), or
 * a copy of the record in `?from=`. A custom page may override it.
 */
export function Component() {
  const { name } = useResource();
  const { create } = overridesOf(name);
  return create ? <CustomPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

/** Renders a form with the same parts as a page from `npm run bindery eject`. */
function GeneratedPage() {
  const page = useCreatePage();
  return (
    <CreateFrame page={page}>
      <CreateRecordForm page={page} />
    </CreateFrame>
  );
}

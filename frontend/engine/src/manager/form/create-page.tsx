import { CustomPage } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { onlyWith, useResource } from '../resource.ts';
import { CreateFrame, CreateRecordForm, useCreatePage } from './create-frame.tsx';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('create');

/**
 * Renders the page that creates a record: a new one, perhaps with a reference of the address (`?genre=ID`), or a copy of
 * the record in `?from=`. Another page may override it.
 */
export function Component() {
  const { name } = useResource();
  const { create } = overridesOf(name);
  return create ? <CustomPage load={create} props={{}} /> : <GeneratedPage key={name} />;
}

/** Renders a form of the same parts as a page that `npm run resource eject` has written. */
function GeneratedPage() {
  const page = useCreatePage();
  return (
    <CreateFrame page={page}>
      <CreateRecordForm page={page} />
    </CreateFrame>
  );
}

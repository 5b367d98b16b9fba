import { useParams } from 'react-router';
import { CustomPage } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { onlyWith, useResource } from '../resource.ts';
import { UpdateFrame, UpdateRecordForm, useUpdatePage } from './update-frame.tsx';

/** Throws 404 for an unknown resource, 403 without the right. */
export const loader = onlyWith('update');

/** Renders the page that changes a record, or the custom page that overrides it. */
export function Component() {
  const { name } = useResource();
  const { id = '' } = useParams();
  const { update } = overridesOf(name);
  // A key resets the state when the record changes.
  const key = `${name}/${id}`;
  return update ? <CustomPage key={key} load={update} props={{}} /> : <GeneratedPage key={key} />;
}

/** Renders a form with the same parts as a page from `npm run bindery eject`. */
function GeneratedPage() {
  const page = useUpdatePage();
  return (
    <UpdateFrame page={page}>
      <UpdateRecordForm page={page} />
    </UpdateFrame>
  );
}

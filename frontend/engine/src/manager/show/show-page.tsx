import { type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import { CustomPage, loadSlots } from '../custom-page.tsx';
import { overridesOf, type ShowPageProps } from '../overrides.ts';
import { RecordState, useRecord } from '../record-state.tsx';
import { RelatedPanels } from '../related/related-panels.tsx';
import { onlyWith, useResource } from '../resource.ts';
import { Details, DetailsPlaceholder } from './details.tsx';
import { HistoryPanel, HistorySection } from './history-panel.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordFrame, type RecordFrameProps, RecordPanels } from './record-frame.tsx';

const mayRead = onlyWith('read');

/**
 * Loads the components of the resource's extension, which replace or extend the page. Throws 404 for an
 * unknown resource, 403 without the permission.
 */
export async function loader(route: LoaderFunctionArgs) {
  mayRead(route);
  const { show, cover, actions, panels = [] } = overridesOf(route.params.resource!);
  // A custom page usually has the same parts, and what they replaced would move what follows them.
  await loadSlots(show, cover, actions, ...panels);
  return null;
}

const deletedRecord = () => import('./deleted-record.tsx');

/**
 * Renders the page of one record: its fields, its panels and its history, or the custom page that overrides
 * it.
 */
export function Component() {
  const resource = useResource();
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const archived = resource.archive && parameters.get('archived') === 'true';
  const record = useRecord({ resource: resource.name, id, archived, fromLists: true });
  const { item, reload } = record;
  if (record.state === 'missing') return <CustomPage load={deletedRecord} props={{ resource, id, record }} />;
  if (record.state === 'loading') return <LoadingPage id={id} />;
  if (!item || record.state === 'forbidden') return <RecordState record={record} />;
  const props: ShowPageProps = { item, record, onChanged: reload };
  const { show } = overridesOf(resource.name);
  return show ? <CustomPage load={show} props={props} /> : <GeneratedPage {...props} />;
}

/** Renders the parts of a record's page whose places do not depend on the record. */
function LoadingPage({ id }: { id: string }) {
  const history = (
    <HistorySection>
      <Skeleton block="8rem" />
    </HistorySection>
  );
  return (
    <RecordFrame item={undefined} aside={history}>
      <DetailsPlaceholder item={{ id }} />
    </RecordFrame>
  );
}

/** What can differ in the heading of a generated page. */
type Heading = Pick<RecordFrameProps, 'title' | 'picture' | 'description' | 'badges'>;

/** Renders a record with the same parts as a page that `npm run bindery eject` writes. */
export function GeneratedPage({ item, record, onChanged, ...heading }: ShowPageProps & Heading) {
  return (
    <RecordFrame
      item={item}
      {...heading}
      actions={<RecordActions item={item} record={record} />}
      aside={<HistoryPanel item={item} />}
    >
      <Details item={item} onChanged={onChanged} />
      <RecordPanels item={item} onChanged={onChanged} />
      <RelatedPanels item={item} />
    </RecordFrame>
  );
}

import type { Resource } from '@bindery/contract/schema/index.ts';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { useLabels } from '../labels.ts';
import { Page } from '../layout/page.tsx';
import { addresses, useResource } from '../resource.ts';
import { ofNew } from '../row-rights.ts';
import { CopyForm, CreateForm, PrefilledForm } from './create-form.tsx';
import { type Prefilled, prefilledBy } from './prefilled.ts';
import { FormPlaceholder } from './record-form.tsx';

/** State of the page that creates a record. */
export interface CreatePage {
  readonly resource: Resource;
  /** The id of the record to copy, in `?from=` of the URL. */
  readonly original: string | null;
  /** The reference that the URL fills in, such as `?genre=ID`. */
  readonly prefilled: Prefilled | undefined;
  /** The number of records that have been added so far. */
  readonly round: number;
  /** Starts with another record. */
  readonly next: () => void;
}

/** Returns the state of the page that creates a record: its URL, and how many have been added. */
export function useCreatePage(): CreatePage {
  const resource = ofNew(useResource());
  const [parameters, setParameters] = useSearchParams();
  const [round, setRound] = useState(0);
  const next = () => {
    setRound(round + 1);
    setParameters(
      (now) => {
        now.delete('from');
        return now;
      },
      { replace: true },
    );
    focusOnHeading();
  };
  return {
    resource,
    round,
    next,
    original: parameters.get('from'),
    prefilled: prefilledBy(resource, parameters),
  };
}

interface CreatePartProps {
  readonly page: CreatePage;
  readonly children?: ReactNode;
}

/** Renders the page that creates a record around its parts: breadcrumbs and heading. */
export function CreateFrame({ page: { resource }, children }: CreatePartProps) {
  const labels = useLabels();
  return (
    <Page
      title={labels.message(resource, 'new')}
      description={labels.description(resource)}
      crumbs={[{ label: labels.plural(resource), to: addresses.list(resource.name) }]}
    >
      <AntdTheme fallback={<FormPlaceholder resource={resource} />}>{children}</AntdTheme>
    </Page>
  );
}

/**
 * Renders the form of a new record: an empty one, one with a reference from the URL, or a copy of another
 * record. Its children are the fields, in sections or not; by default the entry's.
 */
export function CreateRecordForm({ page, children }: CreatePartProps) {
  const { resource, original, prefilled, round, next } = page;
  const form = { resource, children, onAnother: next };
  if (original !== null) return <CopyForm key={original} {...form} id={original} />;
  if (prefilled) return <PrefilledForm key={`${round} ${prefilled.id}`} {...form} prefilled={prefilled} />;
  return <CreateForm key={round} {...form} />;
}

import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import type { ReactNode } from 'react';
import { DelegatedLink } from '#frontend/shell/layout/delegated-link.tsx';
import styles from '../fields/base/fields.module.css';
import { type Labels, useLabels } from '../labels.ts';
import { type CountedList, countedList } from '../related/counted-list.ts';
import { addresses, type ManagerRecord } from '../resource.ts';

interface CountOptions {
  readonly field: ResourceField;
  readonly item: ManagerRecord;
}

/** Returns a value of a list as a link to the records that it counts, if it counts any that have a list. */
export function withCountLink(shown: ReactNode, { field, item }: CountOptions): ReactNode {
  const count = Number(item[field.name]);
  const list = count > 0 ? countedList(field) : undefined;
  return list ? <CountLink list={list} count={count} id={item.id} shown={shown} /> : shown;
}

/** Returns such a value in words, such as '7 books', if the label of its field says no more than these. */
export function countInWords(value: unknown, { resource, field, labels }: WordsOptions): string | undefined {
  const counted = countedList(field)?.counted;
  return counted && labels.field(resource, field) === labels.plural(counted)
    ? labels.count(counted, Number(value))
    : undefined;
}

interface WordsOptions {
  readonly resource: Resource;
  readonly field: ResourceField;
  readonly labels: Labels;
}

interface CountLinkProps {
  readonly list: CountedList;
  readonly count: number;
  /** The id of the record that the counted ones refer to. */
  readonly id: string;
  readonly shown: ReactNode;
}

function CountLink({ list: { counted, through }, count, id, shown }: CountLinkProps) {
  const labels = useLabels();
  return (
    <DelegatedLink
      className={styles.inkLink}
      to={addresses.related(counted.name, through, id)}
      aria-label={labels.count(counted, count)}
    >
      {shown}
    </DelegatedLink>
  );
}

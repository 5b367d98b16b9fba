import type { Resource } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import type { ReactNode } from 'react';
import { useLabels } from '../labels.ts';
import styles from './section.module.css';

interface SectionFrameProps {
  readonly resource: Resource;
  /** Its name in the entry's `layout` and the locale files. */
  readonly name: string;
  readonly columns: 1 | 2;
  readonly children: ReactNode;
}

/** Renders the title of a section of a form or of its placeholder, and its fields in columns. */
export function SectionFrame({ resource, name, columns, children }: SectionFrameProps) {
  const labels = useLabels();
  // The only section of a resource without a layout.
  if (name === '') return children;
  const { title } = resource.layout.find((section) => section.name === name) ?? { title: readable(name) };
  return (
    <fieldset className={styles.section}>
      <legend>{labels.section(resource, { name, title })}</legend>
      <div className={styles.fields} data-columns={columns}>
        {children}
      </div>
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import type { FormSection, Resource } from '#contract/schema/index.ts';
import { useLabels } from '../labels.ts';
import styles from './section.module.css';

export interface SectionProps {
  readonly resource: Resource;
  readonly section: FormSection;
  readonly children: ReactNode;
}

/** Renders a section of a form: its title, and its fields in one or two columns. */
export function Section({ resource, section, children }: SectionProps) {
  const labels = useLabels();
  // The only section of a resource without a layout.
  if (section.name === '') return children;
  return (
    <fieldset className={styles.section}>
      <legend>{labels.section(resource, section)}</legend>
      <div className={styles.fields} data-columns={section.columns}>
        {children}
      </div>
    </fieldset>
  );
}

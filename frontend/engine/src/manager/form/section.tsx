import { readable } from '@bindery/contract/schema/names.ts';
import type { ReactNode } from 'react';
import { useLabels } from '../labels.ts';
import { useFormContext } from './form-field.tsx';
import styles from './section.module.css';

interface FormSectionProps {
  /** Its name in the entry's `layout` and the locale files. */
  readonly name: string;
  readonly columns?: 1 | 2;
  readonly children: ReactNode;
}

/** Renders a section of a form: its title, and its fields in one or two columns. */
export function FormSection({ name, columns = 1, children }: FormSectionProps) {
  const labels = useLabels();
  const { resource } = useFormContext();
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

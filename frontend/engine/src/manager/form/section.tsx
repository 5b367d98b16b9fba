import type { ReactNode } from 'react';
import { useFormContext } from './form-field.tsx';
import { SectionFrame } from './section-frame.tsx';

interface FormSectionProps {
  /** Its name in the entry's `layout` and the locale files. */
  readonly name: string;
  readonly columns?: 1 | 2;
  readonly children: ReactNode;
}

/** Renders a section of a form: its title, and its fields in one or two columns. */
export function FormSection({ name, columns = 1, children }: FormSectionProps) {
  const { resource } = useFormContext();
  return (
    <SectionFrame resource={resource} name={name} columns={columns}>
      {children}
    </SectionFrame>
  );
}

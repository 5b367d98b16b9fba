import { CustomSlot } from '../custom-page.tsx';
import { overridesOf } from '../overrides.ts';
import { useFormContext } from './form-context.ts';
import { FormField } from './form-field.tsx';
import { FormSection } from './section.tsx';
import { fieldsOfSection } from './values.ts';

/**
 * Renders the fields of a form in the entry's layout, or what overrides them in all forms of the resource.
 */
export function EntryFields() {
  const { resource } = useFormContext();
  const { form } = overridesOf(resource.name);
  if (form) return <CustomSlot load={form} props={{}} />;
  // A section may name fields only for the record's page.
  const sections = resource.layout.filter((section) => fieldsOfSection(resource, section).length > 0);
  return sections.map(({ name, columns, fields }) => (
    <FormSection key={name} name={name} columns={columns}>
      {fields.map((field) => (
        <FormField key={field} name={field} />
      ))}
    </FormSection>
  ));
}

import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import type { ShowProps } from '../fields/base/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { useLabels } from '../labels.ts';
import type { ManagerRecord } from '../resource.ts';
import styles from './form-placeholder.module.css';
import form from './record-form.module.css';
import { SectionFrame } from './section-frame.tsx';
import { fieldsOfSection } from './values.ts';

interface FormPlaceholderProps {
  readonly resource: Resource;
  /** What is known of the record, such as its row of a list. */
  readonly item?: ManagerRecord | undefined;
}

/** Renders a form that is loading: its sections and labels, and the values that are known. */
export function FormPlaceholder({ resource, item }: FormPlaceholderProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const sections = resource.layout
    .map((section) => ({
      ...section,
      toCome: fieldsOfSection(resource, section).filter(({ when }) => !when),
    }))
    .filter(({ toCome }) => toCome.length > 0);
  return (
    <div className={form.place} role="status" aria-label={t('common.loading')} data-form-placeholder>
      <div aria-hidden="true">
        {sections.map(({ name, columns, toCome }) => (
          <SectionFrame key={name} resource={resource} name={name} columns={columns}>
            {toCome.map((field) => (
              <div key={field.name} className={styles.item}>
                <span
                  className={form.label}
                  data-optional={field.required ? undefined : t('manager.form.optional')}
                >
                  {labels.field(resource, field)}
                </span>
                <InputToCome resource={resource} field={field} value={item?.[field.name]} />
              </div>
            ))}
          </SectionFrame>
        ))}
      </div>
    </div>
  );
}

/** Renders the box of an input that is loading, with its value, which may be empty. */
export function InputToCome({ resource, field, value }: ShowProps) {
  const { Show, Cell = Show, Text = Cell, Placeholder } = fieldComponents(field.kind);
  if (Placeholder) return <Placeholder value={value} />;
  return (
    <div className={styles.box} aria-hidden="true">
      {!isEmptyValue(value) && (
        <bdi className="match-parent">
          <Text resource={resource} field={field} value={value} />
        </bdi>
      )}
    </div>
  );
}

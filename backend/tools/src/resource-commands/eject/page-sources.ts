import { detailSections } from '@bindery/contract/records/resources/detail-sections.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { capitalized, readable, withArticle } from '@bindery/contract/schema/names.ts';
import { renderText } from '#tools/templates/render.ts';
import { moduleOf, type PageName } from './entry-state.ts';

/** The source of a page. */
interface SourceOptions {
  readonly resource: Resource;
  /** The fields that panels show, which the page of a record omits. */
  readonly inPanels: readonly string[];
}

const words = (name: string) => readable(name).toLowerCase();

/** Returns the source of a page, from the template of its module; lines and imports are not formatted yet. */
export function pageSource(page: PageName, { resource, inPanels }: SourceOptions): string {
  const { name, singular, list, layout, fields } = resource;
  const label = fields[resource.label];
  // The heading shows the label, unless the label is a link.
  const inHeading = label?.to === undefined ? label?.name : undefined;
  const sections = sectionsOf(layout, (field) => !fields[field]!.readOnly);
  return renderText(`resource-commands/eject/${moduleOf(page)}`, {
    name,
    component: capitalized(singular),
    records: words(name),
    record: withArticle(words(singular)),
    columns: list,
    hiddenColumns: fieldsOf(resource).flatMap((field) => (list.includes(field.name) ? [] : field.name)),
    details: sectionsOf(
      detailSections(resource),
      (field) => field !== inHeading && !inPanels.includes(field),
    ),
    sections,
    hasSections: sections.some((section) => section.name !== ''),
  });
}

/** Returns the sections with the shown fields, without empty ones, and with the attributes of elements. */
const sectionsOf = (sections: Resource['layout'], isShown: (field: string) => boolean) =>
  sections
    .map(({ name, columns, fields }) => ({
      name,
      attributes: name && ` name="${name}"${columns === 1 ? '' : ` columns={${columns}}`}`,
      fields: fields.filter(isShown),
    }))
    .filter(({ fields }) => fields.length > 0);

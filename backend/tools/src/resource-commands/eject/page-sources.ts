import { detailSections } from '@bindery/contract/records/resources/detail-sections.ts';
import { fieldsOf } from '@bindery/contract/records/resources/fields.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { capitalized, readable, withArticle } from '@bindery/contract/schema/names.ts';
import type { PageName } from './entry-state.ts';

/** The source of a page. */
interface SourceOptions {
  readonly resource: Resource;
  /** The fields that panels show, which the page of a record omits. */
  readonly inPanels: readonly string[];
}

const words = (name: string) => readable(name).toLowerCase();
const importOf = (...parts: string[]) => `import { ${parts.join(', ')} } from '@bindery/frontend/manager';`;
const FIELD_NAMES = `import type { FieldNameIn } from '@bindery/frontend/http';`;

const listPage = ({ resource }: SourceOptions) => {
  const { name, singular, list } = resource;
  const others = fieldsOf(resource).filter((field) => !list.includes(field.name));
  const columns = [
    ...list.map((field) => `{ field: '${field}' },`),
    ...others.map((field) => `{ field: '${field.name}', hidden: true },`),
  ];
  return `${importOf('ColumnsPopover', 'CreateLink', 'DensitySwitch', 'defineColumns', 'FilterChips', 'FiltersButton', 'FiltersPopover', 'ListCount', 'ListFrame', 'ListMenu', 'ListRows', 'ListSearch', 'ListTools', 'LoadMore', 'SelectionBar', 'useListPage', 'ViewsBar')}

const columns = defineColumns('${name}', [
  ${columns.join('\n  ')}
]);

/** Renders the list of ${words(name)}. */
export default function ${capitalized(singular)}ListPage() {
  const { list, table, choice, views, filtering, selection, density, setDensity } = useListPage(columns);
  return (
    <ListFrame list={list} actions={<CreateLink />}>
      <ViewsBar list={list} views={views} />
      <ListTools search={<ListSearch list={list} />} count={<ListCount list={list} />}>
        <FiltersButton filtering={filtering} />
        <ColumnsPopover table={table} choice={choice} />
        <DensitySwitch density={density} onChange={setDensity} />
        <ListMenu list={list} table={table} choice={choice} selection={selection} />
      </ListTools>
      <FilterChips filtering={filtering} />
      <FiltersPopover filtering={filtering} />
      <ListRows list={list} table={table} density={density} selection={selection} />
      <LoadMore list={list} />
      <SelectionBar list={list} table={table} selection={selection} />
    </ListFrame>
  );
}
`;
};

const showPage = ({ resource, inPanels }: SourceOptions) => {
  const label = resource.fields[resource.label];
  // The heading shows the label, unless the label is a link.
  const inHeading = label && label.to === undefined ? [label.name] : [];
  const isShown = (name: string) => !inPanels.includes(name) && !inHeading.includes(name);
  const sections = detailSections(resource).flatMap((section) => {
    const attributes = section.name === '' ? '' : attributesOf(section);
    const shown = section.fields.filter(isShown).map((name) => `<Field name="${name}" />`);
    return shown.length > 0 ? `<DetailsSection${attributes}>${shown.join('\n')}</DetailsSection>` : [];
  });
  const details =
    sections.length > 0
      ? `<Details item={item} onChanged={onChanged}>${sections.join('\n')}</Details>`
      : '<Details item={item} onChanged={onChanged} />';
  const typed = sections.length > 0;
  return `${typed ? `${FIELD_NAMES}\n` : ''}${importOf(...(typed ? ['Detail'] : []), 'Details', ...(typed ? ['DetailsSection'] : []), 'HistoryPanel', 'RecordActions', 'RecordFrame', 'RecordPanels', 'RelatedPanels', 'type ShowPageProps')}
${typed ? `\n/** A field of the record; the compiler compares its name with the entry. */\nconst Field = Detail<FieldNameIn<'${resource.name}'>>;\n` : ''}
/** Renders the page of ${withArticle(words(resource.singular))}. */
export default function ${capitalized(resource.singular)}Page({ item, record, onChanged }: ShowPageProps) {
  return (
    <RecordFrame
      item={item}
      actions={<RecordActions item={item} record={record} />}
      aside={<HistoryPanel item={item} />}
    >
      ${details}
      <RecordPanels item={item} onChanged={onChanged} />
      <RelatedPanels item={item} />
    </RecordFrame>
  );
}
`;
};

const attributesOf = ({ name, columns }: Resource['layout'][number]) =>
  ` name="${name}"${columns === 1 ? '' : ` columns={${columns}}`}`;

/** Returns the fields of a form, in the sections of the entry. */
function formFields({ layout, fields }: Resource) {
  const isWritten = (name: string) => !(fields[name] as ResourceField).readOnly;
  return layout
    .map((section) => {
      const elements = section.fields.filter(isWritten).map((name) => `<Field name="${name}" />`);
      // A section may contain only fields of the record's page.
      if (section.name === '' || elements.length === 0) return elements.join('\n');
      return `<FormSection${attributesOf(section)}>${elements.join('\n')}</FormSection>`;
    })
    .join('\n');
}

const formImports = ({ layout }: Resource, ...others: string[]) => {
  const hasSections = layout.some(({ name }) => name !== '');
  const parts = importOf('FormField', ...(hasSections ? ['FormSection'] : []), ...others);
  return `${FIELD_NAMES}\n${parts}`;
};

const fieldConstant = ({ name }: Resource) => `
/** A field of the form; the compiler compares its name with the entry. */
const Field = FormField<FieldNameIn<'${name}'>>;
`;

const formPage =
  (verb: 'Create' | 'Update') =>
  ({ resource }: SourceOptions) =>
    `${formImports(resource, `${verb}Frame`, `${verb}RecordForm`, `use${verb}Page`)}
${fieldConstant(resource)}
/**
 * Renders the page that ${verb === 'Create' ? 'creates' : 'changes'}
 * ${withArticle(words(resource.singular))}.
 */
export default function ${verb}${capitalized(resource.singular)}Page() {
  const page = use${verb}Page();
  return (
    <${verb}Frame page={page}>
      <${verb}RecordForm page={page}>
        ${formFields(resource)}
      </${verb}RecordForm>
    </${verb}Frame>
  );
}
`;

const fieldsOfForms = ({ resource }: SourceOptions) => `${formImports(resource)}
${fieldConstant(resource)}
/**
 * Renders the fields of ${withArticle(words(resource.singular))} in all forms: the pages that create and
 * change one, and the drawers.
 */
export default function ${capitalized(resource.singular)}Fields() {
  return (
    <>
      ${formFields(resource)}
    </>
  );
}
`;

const importPage = ({
  resource: { name, singular },
}: SourceOptions) => `${importOf('ImportFrame', 'ImportStep', 'useImport')}

/** Renders the page that imports a CSV file of ${words(name)}. */
export default function Import${capitalized(singular)}Page() {
  const steps = useImport('${name}');
  return (
    <ImportFrame steps={steps}>
      <ImportStep steps={steps} />
    </ImportFrame>
  );
}
`;

/** Writes the pages; their lines and imports are not formatted yet. */
export const pageSources: Readonly<Record<PageName, (options: SourceOptions) => string>> = {
  list: listPage,
  show: showPage,
  create: formPage('Create'),
  update: formPage('Update'),
  form: fieldsOfForms,
  import: importPage,
};

import type { FormSection, Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { readable } from '@bindery/contract/schema/names.ts';
import { translate } from '#frontend/shell/i18n/i18n.ts';
import type { TextValues } from '#frontend/shell/i18n/keys.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';

/** The texts that depend on resources.config.ts. A locale file may override each of them. */
export interface Labels {
  /** "Books" */
  plural: (resource: Resource) => string;
  /** "Book" */
  singular: (resource: Resource) => string;
  field: (resource: Resource, field: Pick<ResourceField, 'name' | 'title'>) => string;
  /** The title of a section of the form. */
  section: (resource: Resource, section: Pick<FormSection, 'name' | 'title'>) => string;
  /** The label of a select's value; of yes or no where a locale file has a better text: "not verified". */
  option: (resource: Resource, field: ResourceField, value: string, otherwise?: string) => string;
  /** The text for a field without a value, if a locale file has one: "Not onboarded". */
  none: (resource: Resource, field: ResourceField) => string | undefined;
  /** The line below the input of a field; what its value means where it has none. */
  help: (resource: Resource, field: ResourceField) => string | undefined;
  /** What the records are. */
  description: (resource: Resource) => string | undefined;
  group: (group: string) => string;
  /** "1 book", "12 books" */
  count: (resource: Resource, count: number) => string;
  /**
   * A sentence about a resource or one of its records: the resource's own text such as `books.deleted`, which
   * languages with grammatical gender need, or the general one: `record.deleted`.
   */
  message: (resource: Resource, key: string, values?: TextValues) => string;
}

const segmenter = new Intl.Segmenter();

/** The characters of a label that questions, buttons and headings of dialogs have room for. */
const MOST = 80;

/** Returns a label cut to the length that a question or a button has room for, without splitting a character. */
export function shortLabel(label: string): string {
  if (label.length <= MOST) return label;
  const characters = Array.from(segmenter.segment(label), ({ segment }) => segment);
  return characters.length <= MOST ? label : `${characters.slice(0, MOST - 1).join('')}…`;
}

// A value such as `onHold` is an identifier and is made readable; one such as `KE` or `A4` is kept.
const optionText = (value: string) => (/^[a-z][A-Za-z]*$/.test(value) ? readable(value) : value);

const of = (resource: Resource, key: string) => `manager.resources.${resource.name}.${key}`;

/** Returns the labels of the resources and re-renders the component when the language changes. */
export function useLabels(): Labels {
  const { language } = useLanguage();
  const plural = (resource: Resource) => translate(of(resource, 'label'), undefined, resource.title);
  const singular = (resource: Resource) =>
    translate(of(resource, 'singular'), undefined, resource.singularTitle);
  const message: Labels['message'] = (resource, key, values) => {
    const record = singular(resource);
    const names = {
      record,
      lower: record.toLocaleLowerCase(language),
      plural: plural(resource).toLocaleLowerCase(language),
      ...values,
    };
    return translate(of(resource, key), names, translate(`manager.record.${key}`, names));
  };
  return {
    plural,
    singular,
    field: (resource, { name, title }) => {
      // What the entry says of this field is more exact than the text that fields of this name share.
      const otherwise =
        title === readable(name) ? translate(`manager.fields.${name}`, undefined, title) : title;
      return translate(of(resource, `fields.${name}`), undefined, otherwise);
    },
    section: (resource, { name, title }) => translate(of(resource, `sections.${name}`), undefined, title),
    option: (resource, { name, valueTitles }, value, otherwise = valueTitles[value] ?? optionText(value)) =>
      translate(of(resource, `options.${name}.${value}`), undefined, otherwise),
    none: (resource, { name }) => translate(of(resource, `none.${name}`), undefined, '') || undefined,
    help: (resource, { name, help, description }) => {
      const described = translate(of(resource, `descriptions.${name}`), undefined, description ?? '');
      return translate(of(resource, `help.${name}`), undefined, help ?? described) || undefined;
    },
    description: (resource) =>
      translate(of(resource, 'description'), undefined, resource.description ?? '') || undefined,
    group: (group) => translate(`manager.groups.${group}`, undefined, readable(group)),
    count: (resource, count) => message(resource, 'count', { count }),
    message,
  };
}

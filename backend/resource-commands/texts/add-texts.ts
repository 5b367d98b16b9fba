import type { Resource, ResourceField } from '#contract/schema/index.ts';
import { readable } from '#contract/schema/names.ts';

/** A text of a locale file, with the parts of its key. */
export interface NewText {
  readonly path: readonly string[];
  readonly text: string;
}

interface Texts {
  [key: string]: string | Texts;
}

/**
 * Returns the English text of a key of `manager.json` that pages ask for because of a resource, as the entry says it or
 * made readable; undefined for a key that is not about it.
 */
export function englishOf(resource: Resource, key: string): NewText | undefined {
  const path = key.split('.');
  const [first, name, kind, ...rest] = path;
  if (first === 'groups') return { path, text: readable(String(name)) };
  if (first !== 'resources' || name !== resource.name) return undefined;
  const text = ofResource(resource, { kind, rest });
  return text === undefined ? undefined : { path, text };
}

function ofResource(
  { title, singularTitle, fields, layout }: Resource,
  { kind, rest: [name = '', value = ''] }: { kind: string | undefined; rest: readonly string[] },
): string | undefined {
  const field: ResourceField | undefined = Object.values<ResourceField>(fields).find(
    (one) => one.name === name,
  );
  if (kind === 'label') return title;
  if (kind === 'singular') return singularTitle;
  if (kind === 'sections') return layout.find((section) => section.name === name)?.title;
  if (kind === 'fields') return field?.title;
  if (kind === 'options') return field?.titles?.[value] ?? readable(value);
  return undefined;
}

/** Returns the source of a locale file with more texts; those that it has stay. */
export function addTexts(source: string, added: readonly NewText[]): string {
  const texts: Texts = JSON.parse(source);
  for (const { path, text } of added) {
    let into = texts;
    for (const part of path.slice(0, -1)) {
      const known = into[part] ?? {};
      if (typeof known === 'string') break;
      into[part] = known;
      into = known;
    }
    into[path.at(-1)!] ??= text;
  }
  return `${JSON.stringify(texts, null, 2)}\n`;
}

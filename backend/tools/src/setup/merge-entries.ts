import { entriesIn } from './edit-source.ts';
import { type MergedText, mergeText, type Versions } from './merge-text.ts';

/** A config, cut where an entry begins or ends. */
interface Parts {
  readonly head: string;
  /** By name: each with the comments above it. */
  readonly entries: ReadonlyMap<string, string>;
  readonly tail: string;
}

const IMPORT = /import \{([^}]*)\} from '@bindery\/contract\/schema\/index\.ts';/;

/**
 * Merges versions of `resources.config.ts` entry by entry: what one side alone has changed or added is taken from it, however
 * far it is indented, and an entry that we have removed stays away, whatever they have changed in it.
 *
 * @throws Error if a version has no `export default defineResources({ … })`, or is no TypeScript.
 */
export function mergeEntries(versions: Versions<string>): MergedText {
  const base = cut(versions.base);
  const ours = cut(versions.ours);
  const theirs = cut(versions.theirs);
  const indentation = indentationOf([...ours.entries.values()][0] ?? '');
  let hasConflict = false;
  const merge = (texts: Versions<string>): string => {
    const merged = mergeText(texts);
    hasConflict ||= merged.hasConflict;
    return merged.text;
  };
  const entries = orderOf(ours, theirs).map((name) => {
    const [was, mine, other] = [base, ours, theirs].map((parts) => parts.entries.get(name));
    if (mine === undefined) return was === undefined ? indented(other!, indentation) : '';
    const flat = { base: dedented(was ?? ''), ours: dedented(mine), theirs: dedented(other ?? '') };
    // Taken as it stands: its lines may be those of a text.
    if (flat.base === flat.theirs || flat.ours === flat.theirs) return mine;
    return indented(merge(flat), indentation);
  });
  const imports = IMPORT.exec(ours.head)?.[0] ?? '';
  const withOurs = ({ head }: Parts) => head.replace(IMPORT, () => imports);
  const head = merge({ base: withOurs(base), ours: ours.head, theirs: withOurs(theirs) });
  const flat = { base: dedented(base.tail), ours: dedented(ours.tail), theirs: dedented(theirs.tail) };
  const tail = flat.base === flat.theirs ? ours.tail : merge(flat);
  const text = head + entries.join('') + tail;
  return { text: text.replace(imports, () => importsOf(text, { ours, theirs })), hasConflict };
}

/** Both sides import what their entries need, in one statement: returns that of what the merged text needs. */
function importsOf(text: string, { ours, theirs }: Readonly<Record<'ours' | 'theirs', Parts>>): string {
  const statement = IMPORT.exec(ours.head)?.[0] ?? '';
  const body = text.replace(statement, '');
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(body);
  const mine = namesIn(ours.head);
  const needed = [...new Set([...mine, ...namesIn(theirs.head)])].filter(isUsed).sort();
  return needed.join() === mine.sort().join()
    ? statement
    : `import { ${needed.join(', ')} } from '@bindery/contract/schema/index.ts';`;
}

const namesIn = (head: string): string[] =>
  (IMPORT.exec(head)?.[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

function cut(source: string): Parts {
  const { start, entries } = entriesIn(source);
  let at = start;
  const texts = entries.map(({ name, end }): [string, string] => {
    const stop = end + /^,?[^\S\n]*(\/\/[^\n]*)?\n?/.exec(source.slice(end))![0].length;
    const text = source.slice(at, stop);
    at = stop;
    return [name, text];
  });
  return { head: source.slice(0, start), entries: new Map(texts), tail: source.slice(at) };
}

/** Our entries in their order, and each that only they have behind the one that it follows there. */
function orderOf(ours: Parts, theirs: Parts): string[] {
  const order = [...ours.entries.keys()];
  const others = [...theirs.entries.keys()];
  for (const [index, name] of others.entries())
    if (!order.includes(name)) order.splice(order.indexOf(others[index - 1] ?? '') + 1, 0, name);
  return order;
}

const indentationOf = (text: string): string => /^[^\S\n]*(?=\S)/m.exec(text)?.[0] ?? '';

const dedented = (text: string): string => {
  const indentation = indentationOf(text);
  return text.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
};

const indented = (text: string, indentation: string): string =>
  dedented(text).replaceAll(/^(?=[^\n])(?!<<<<<<< |=======$|>>>>>>> )/gm, indentation);

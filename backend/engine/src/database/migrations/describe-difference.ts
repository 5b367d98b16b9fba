import type { Column, ColumnDifference, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
import type { Plan, RowEffect } from './plan.ts';

/** The effects of a difference between two schemas, in words and numbers. */
type Described = Omit<Plan, 'statements'>;

/** Returns the name of a table or column as resources.config.ts has it. */
export const inConfig = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the name of a column's field: references end with `_id` in the database. */
const fieldOf = ({ name, type }: Pick<Column, 'name' | 'type'>) =>
  inConfig(type === 'uuid' ? name.replace(/_id$/, '') : name);

/** The remedy for what goes if it is what is added. */
const ifRenamed = (name: string) => ({
  hint: `If a field or a resource is only renamed, declare it: was: '${name}'.`,
});

/** Describes the difference between two schemas: losses, and requirements on rows. */
export function describeDifference(
  { newTables, removedTables, changedTables }: SchemaDifference,
  renamed: Renamed,
): Described {
  const created = Object.values(newTables).map(({ name }) => `creates ${name}`);
  const dropped = Object.values(removedTables).map(({ name }) => `drops ${name}`);
  const changed = Object.values(changedTables).map((table) => describeTable(table, renamed));
  return {
    summary: [...created, ...dropped, ...changed.flatMap(({ summary }) => summary)],
    tables: [...Object.values(newTables), ...Object.values(changedTables)].map(({ name }) => name),
    losses: [
      ...Object.values(removedTables).map(({ name }) => ({
        ...lossOfTable(name),
        ...(created.length > 0 && ifRenamed('oldName')),
      })),
      ...changed.flatMap(({ losses }) => losses),
    ],
    requirements: changed.flatMap(({ requirements }) => requirements),
  };
}

function describeTable(table: TableDifference, renamed: Renamed): Omit<Described, 'tables'> {
  const { name, addedColumns, removedColumns, renamedColumns } = table;
  const at = (column: Column): Place => ({
    table: name,
    column: column.name,
    name: `${inConfig(name)}.${fieldOf(column)}`,
    renamed,
  });
  const added = Object.values(addedColumns);
  const removed = Object.values(removedColumns);
  const guessed = Object.entries(renamedColumns).map(
    ([from, to]) => [fieldOf({ ...to, name: from }), fieldOf(to)] as const,
  );
  const changes = Object.values(table.changedColumns);
  const retyped = changes.filter(({ changedProperties }) => changedProperties.has('type'));
  const forbidden = added.filter((column) => !column.nullable && column.default == null);
  const filled = changes.filter(
    ({ changedProperties, column }) => changedProperties.has('nullable') && !column.nullable,
  );
  const words = [
    ['adds', added.map(fieldOf)],
    ['drops', removed.map(fieldOf)],
    ['renames', guessed.map(([from, to]) => `${from} to ${to}`)],
    ['changes', changes.map(({ column }) => fieldOf(column))],
  ] as const;
  const phrases = words.flatMap(([verb, names]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : []));
  const effects = (of: readonly Change[], effect: (at: Place, change: Change) => RowEffect) =>
    of.map((change) => effect(at(change.column), change));
  return {
    summary: [`${inConfig(name)}: ${phrases.join('; ') || 'changes its indexes and rules'}`],
    losses: [
      ...removed.map((column) => ({
        ...lossOfColumn(at(column)),
        ...(added.length > 0 && ifRenamed(removed.length === 1 ? fieldOf(column) : 'oldName')),
      })),
      ...guessed.map(([from, to]) => ({
        text: `column ${inConfig(name)}.${from} becomes ${to} and keeps its values`,
        isRename: true,
        hint: `If ${to} is another field, remove ${from} first, and add ${to} in a second migration.`,
      })),
      ...effects(retyped.filter(mayLoseValues), lossByType),
    ],
    requirements: [
      ...forbidden.map((column) => requirementOfNewColumn(at(column))),
      ...filled.map(({ column }) => requirementOfRequired(at(column))),
      ...effects(retyped.filter(mayOverflow), requirementOfOverflow),
      ...effects(retyped.filter(mayNotConvert), requirementOfConversion),
    ],
  };
}

type Change = Pick<ColumnDifference, 'column' | 'fromColumn'>;

/** Refers to a column with its new names. */
interface Place {
  readonly table: string;
  readonly column: string;
  /** The resource and the field of the column, as resources.config.ts has them. */
  readonly name: string;
  readonly renamed: Renamed;
}

/** Counts the rows of a table, all or those that meet a predicate on the column. */
function count({ table, column, renamed }: Place, predicate?: (quoted: string) => string): string {
  const where = predicate ? ` where ${predicate(`"${renamed.former(table, column)}"`)}` : '';
  return `select count(*)::int as rows from "${renamed.former(table)}"${where}`;
}

const lossOfTable = (table: string): RowEffect => ({
  text: `table ${table} goes, with all of its rows`,
  sql: `select count(*)::int as rows from "${table}"`,
  fate: { one: 'is lost', many: 'are lost' },
});

const lossOfColumn = (at: Place): RowEffect => ({
  text: `column ${at.name} goes, with its values${
    at.column === 'archived_at' ? ': what is archived comes into use again' : ''
  }`,
  sql: count(at, (quoted) => `${quoted} is not null`),
  fate: { one: 'loses its value', many: 'lose their values' },
});

/** The loss of values that do not fit the new type of their column. */
function lossByType(at: Place, { column: { type }, fromColumn: from }: Change): RowEffect {
  const text = `${at.name} from ${from.type} to ${type}`;
  const [length = 0, scale = 0] = sizes(type);
  if ([type, from.type].every((one) => /^(varchar|text)$/.test(base(one))))
    return {
      text,
      sql: count(at, (quoted) => `char_length(${quoted}) > ${length}`),
      fate: { one: 'loses characters', many: 'lose characters' },
    };
  if (base(type) === 'numeric' && base(from.type) === 'numeric')
    return {
      text,
      sql: count(at, (quoted) => `${quoted} is distinct from round(${quoted}, ${scale})`),
      fate: { one: 'loses decimals', many: 'lose decimals' },
    };
  return {
    text,
    sql: count(at, (quoted) => `${quoted} is not null`),
    fate: { one: 'has its value converted', many: 'have their values converted' },
  };
}

const requirementOfNewColumn = (at: Place): RowEffect => ({
  text: `${at.name} is required and has no default, so its table must have no rows`,
  sql: count(at),
  fate: { one: 'is there', many: 'are there' },
  remedy: 'Give it a default, or require it once all rows have a value.',
});

const requirementOfRequired = (at: Place): RowEffect => ({
  text: `${at.name} becomes required, so no row may lack it`,
  sql: count(at, (quoted) => `${quoted} is null`),
  fate: { one: 'lacks it', many: 'lack it' },
  remedy: 'Give these rows a value first, or leave it optional.',
});

/** No number may be too large for the new type of its column, because PostgreSQL does not truncate it. */
function requirementOfOverflow(at: Place, { column: { type } }: Change): RowEffect {
  const digits = wholeDigits(type);
  const [, scale = 0] = sizes(type);
  const room = `${digits} ${digits === 1 ? 'digit' : 'digits'}`;
  return {
    text: `${at.name} becomes ${type}: no row may have more than ${room} before the point`,
    sql: count(at, (quoted) => `abs(round(${quoted}, ${scale})) >= 1e${digits}`),
    fate: { one: 'has more', many: 'have more' },
    remedy: 'Correct these numbers first, with the field as it was, or allow more digits.',
  };
}

/** Every text must be one that the new type of the column can represent. */
const requirementOfConversion = (at: Place, { column: { type } }: Change): RowEffect => ({
  text: `${at.name} becomes ${type}, so every text must be one`,
  sql: count(at, (quoted) => `${quoted} is not null and (${unfit(quoted, type) ?? 'false'})`),
  fate: { one: 'has another text', many: 'have another text' },
  remedy: 'Correct these texts first, with the field as it was, or add another field.',
});

const TEXT = /^(varchar|text)\b/;
const WHOLE = String.raw`'^\s*[+-]?\d+\s*$'`;
const NUMBER = String.raw`'^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$'`;
// A day such as 31 February passes here, and the migration rejects it.
const DAY = String.raw`'^\s*\d{4}-\d\d-\d\d'`;
const YES_OR_NO = String.raw`'^\s*(t|true|y|yes|on|1|f|false|n|no|off|0)\s*$'`;
const UUID = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'";

/** Returns SQL that is true for a text that a type cannot represent; undefined if it accepts any text. */
function unfit(text: string, type: string): string | undefined {
  const [digits = 0, scale = 0] = sizes(type);
  const where = (pattern: string, tooLarge: string) =>
    `case when ${text} ~ ${pattern} then ${tooLarge} else true end`;
  if (type.startsWith('int')) return where(WHOLE, `abs(${text}::numeric) > 2147483647`);
  if (type.startsWith('bigint')) return where(WHOLE, `abs(${text}::numeric) > 9223372036854775807`);
  if (type.startsWith('numeric'))
    return where(NUMBER, `abs(round(${text}::numeric, ${scale})) >= 1e${digits - scale}`);
  if (/^(date|timestamp)/.test(type)) return `${text} !~ ${DAY}`;
  if (type.startsWith('bool')) return `${text} !~* ${YES_OR_NO}`;
  return type === 'uuid' ? `${text} !~* ${UUID}` : undefined;
}

/** Returns whether a text column changes to a type to which PostgreSQL converts only some texts. */
const mayNotConvert = ({ column, fromColumn }: Change): boolean =>
  TEXT.test(fromColumn.type) && unfit('', column.type) !== undefined;

const sizes = (type: string) => (type.match(/\d+/g) ?? []).map(Number);

/** Returns the number of digits that a type has before the decimal point. */
const wholeDigits = (type: string): number => {
  const [length = 0, scale = 0] = sizes(type);
  return length - scale;
};

const base = (type: string) => type.replace(/\(.*/, '').trim();

const WIDER: Readonly<Record<string, readonly string[]>> = {
  varchar: ['text'],
  int: ['bigint', 'numeric'],
  integer: ['bigint'],
};

/** Returns whether a column's new type cannot hold every value of the old one. */
function mayLoseValues({ column, fromColumn }: Change): boolean {
  if (WIDER[base(fromColumn.type)]?.includes(base(column.type))) return false;
  if (base(fromColumn.type) !== base(column.type)) return true;
  const [, scaleBefore = 0] = sizes(fromColumn.type);
  const [, scale = 0] = sizes(column.type);
  return wholeDigits(column.type) < wholeDigits(fromColumn.type) || scale < scaleBefore;
}

/** The maximum number of digits of types without an explicit precision. */
const DIGITS: Readonly<Record<string, number>> = { int: 10, integer: 10, bigint: 19 };

/** Returns whether a column's new type is a decimal that is too small for some numbers of the old type. */
function mayOverflow({ column, fromColumn }: Change): boolean {
  if (base(column.type) !== 'numeric') return false;
  const from = base(fromColumn.type);
  const before = from === 'numeric' ? wholeDigits(fromColumn.type) : DIGITS[from];
  return before !== undefined && wholeDigits(column.type) < before;
}

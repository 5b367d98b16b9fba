import type { Conversion, Dependents } from '@bindery/backend/database/migrations/plan.ts';

/** PostgreSQL's table locks, the weakest first. Each is held until the migration commits. */
export const locks = [
  'ACCESS SHARE',
  'ROW SHARE',
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;

/** The name of a lock of a table. */
export type Lock = (typeof locks)[number];

/**
 * The effect of a statement on all rows of a table: nothing, a scan, an update of some rows, or a rewrite of
 * all.
 */
export type Work = 'none' | 'scan' | 'update' | 'rewrite';

/** The effect of a statement on an existing table. */
export interface Effect {
  readonly table: string;
  readonly lock: Lock;
  readonly work: Work;
}

/** Information about a plan that its statements do not contain. */
export interface Context {
  readonly conversions: readonly Conversion[];
  readonly dependents: Dependents;
}

const works: readonly Work[] = ['none', 'scan', 'update', 'rewrite'];

/**
 * Returns the effects of a migration statement on its tables, following PostgreSQL's documentation of its
 * locks; undefined for an unknown statement. A new table has no rows and no readers.
 */
export function effectsOf(statement: string, context: Context): Effect[] | undefined {
  const alter = /^alter table (?:if exists )?"([^"]+)" (.*?);?$/s.exec(statement);
  if (alter)
    return merge(clausesOf(alter[2]!).flatMap((clause) => clauseEffects(alter[1]!, clause, context)));
  for (const [pattern, effects] of OTHERS) {
    const match = pattern.exec(statement);
    if (match) return effects(match[1] ?? '', context);
  }
  return undefined;
}

type OtherStatement = readonly [RegExp, (name: string, context: Context) => Effect[]];

const OTHERS: readonly OtherStatement[] = [
  [/^create table /, () => []],
  [/^(?:create|drop) (?:or replace )?(?:extension|function|schema) /, () => []],
  [/^create (?:unique )?index .*? on "([^"]+)"/s, (table) => [{ table, lock: 'SHARE', work: 'scan' }]],
  // Only the index itself is locked.
  [/^alter index /, () => []],
  [
    /^drop index (?:if exists )?"([^"]+)"/,
    (index, { dependents }) => {
      const table = dependents.indexes.get(index);
      return table === undefined ? [] : [{ table, lock: 'ACCESS EXCLUSIVE', work: 'none' }];
    },
  ],
  [
    /^drop table (?:if exists )?"([^"]+)"/,
    (table, context) => [exclusive(table), ...referenced(context, (key) => key.table === table)],
  ],
  [/^(?:update|delete from) "([^"]+)"/, (table) => [{ table, lock: 'ROW EXCLUSIVE', work: 'update' }]],
  [/^insert into "([^"]+)"/, (table) => [{ table, lock: 'ROW EXCLUSIVE', work: 'none' }]],
  [/^do \$guard\$.*? from "([^"]+)"/s, (table) => [{ table, lock: 'ACCESS SHARE', work: 'scan' }]],
  [
    /^comment on (?:table|column) "([^"]+)"/,
    (table) => [{ table, lock: 'SHARE UPDATE EXCLUSIVE', work: 'none' }],
  ],
];

const exclusive = (table: string, work: Work = 'none'): Effect => ({ table, lock: 'ACCESS EXCLUSIVE', work });

/**
 * The triggers of a foreign key are also on the referenced table, so dropping the key locks that table too.
 */
const referenced = (
  { dependents }: Context,
  isDropped: (key: Dependents['foreignKeys'][number]) => boolean,
): Effect[] => dependents.foreignKeys.filter(isDropped).map((key) => exclusive(key.referenced));

function clauseEffects(table: string, clause: string, context: Context): Effect[] {
  const reference = /^add constraint .* foreign key .* references "([^"]+)"/s.exec(clause);
  if (reference) {
    const lock = 'SHARE ROW EXCLUSIVE';
    return [
      { table, lock, work: 'scan' },
      { table: reference[1]!, lock, work: 'none' },
    ];
  }
  const conversion = /^alter column "([^"]+)" type /.exec(clause);
  if (conversion) return [exclusive(table, conversionWork(table, conversion[1]!, context))];
  const dropped = /^drop (column|constraint) (?:if exists )?"([^"]+)"/.exec(clause);
  if (dropped) {
    const [, what, name = ''] = dropped;
    return [
      exclusive(table),
      ...referenced(
        context,
        (key) =>
          key.table === table && (what === 'constraint' ? key.name === name : key.columns.includes(name)),
      ),
    ];
  }
  return [exclusive(table, clauseWork(clause))];
}

/** An unknown former type requires a rewrite in the worst case. */
function conversionWork(table: string, column: string, { conversions }: Context): Work {
  const found = conversions.find((one) => one.table === table && one.column === column);
  return found && !needsRewrite(found) ? 'none' : 'rewrite';
}

function clauseWork(clause: string): Work {
  if (/^add constraint /.test(clause)) return 'scan';
  if (/^alter column "[^"]+" set not null/.test(clause)) return 'scan';
  if (!/^add (column )?"/.test(clause)) return 'none';
  // A default that differs between rows is written into each row; the table stores a constant once.
  if (/ generated always as | default (gen_random_uuid|random|clock_timestamp|nextval)\(/.test(clause))
    return 'rewrite';
  return / not null/.test(clause) && !/ default /.test(clause) ? 'scan' : 'none';
}

/** Returns the strongest lock and the most work for each table. */
function merge(effects: readonly Effect[]): Effect[] {
  const stronger = <T>(order: readonly T[], a: T, b: T) => (order.indexOf(a) >= order.indexOf(b) ? a : b);
  const merged = new Map<string, Effect>();
  for (const effect of effects) {
    const { table, lock, work } = merged.get(effect.table) ?? effect;
    merged.set(table, {
      table,
      lock: stronger<Lock>(locks, lock, effect.lock),
      work: stronger<Work>(works, work, effect.work),
    });
  }
  return [...merged.values()];
}

/** Splits the clauses of a statement at its commas, except for those in parentheses, texts and names. */
export function clausesOf(list: string): string[] {
  const clauses: string[] = [];
  let clause = '';
  let depth = 0;
  for (const [token] of list.matchAll(/'(?:[^']|'')*'|"[^"]*"|[(),]|[^'"(),]+/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) {
      clauses.push(clause.trim());
      clause = '';
    } else clause += token;
  }
  return [...clauses, clause.trim()].filter((one) => one !== '');
}

const baseOf = (type: string): string => type.replace(/\(.*/, '').trim();
const sizesOf = (type: string): number[] => (type.match(/\d+/g) ?? []).map(Number);

/**
 * Returns whether PostgreSQL rewrites every row to change a column's type. It does not if all stored values
 * stay valid: for texts with a larger limit or none, and for numbers with more digits before the point.
 */
export function needsRewrite({ from, to }: Pick<Conversion, 'from' | 'to'>): boolean {
  const [old, now] = [baseOf(from), baseOf(to)];
  if (now === 'text') return old !== 'text' && old !== 'varchar';
  if (old !== now) return !(old === 'text' && now === 'varchar' && sizesOf(to).length === 0);
  const [size = Number.POSITIVE_INFINITY, scale = 0] = sizesOf(to);
  const [formerSize = Number.POSITIVE_INFINITY, formerScale = 0] = sizesOf(from);
  return size < formerSize || scale !== formerScale;
}

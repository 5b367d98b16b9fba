import type { SchemaDifference, TableDifference } from '@mikro-orm/sql';
import type { Renamed } from './apply-renames.ts';
import {
  affectedByColumn,
  affectedByNewColumn,
  affectedByOverflow,
  affectedByRequired,
  affectedByTable,
  affectedByType,
  conditionMessages,
  lossMessages,
  mayLoseValues,
  mayOverflow,
} from './losses.ts';
import type { Plan } from './plan.ts';
import { affectedByConversion, conversionMessage, mayNotConvert } from './unfit-texts.ts';

/** The effects of a difference between two schemas, in words and numbers. */
type Described = Omit<Plan, 'statements'>;

/**
 * Describes the difference between two schemas: losses, conditions on rows, and the queries that count
 * affected rows.
 */
export function describeDifference(
  { newTables, removedTables, changedTables }: SchemaDifference,
  renamed: Renamed,
): Described {
  const created = Object.values(newTables).map(({ name }) => `creates ${name}`);
  const dropped = Object.values(removedTables).map(({ name }) => `drops ${name}`);
  const changed = Object.values(changedTables).map((table) => describeTable(table, renamed));
  return {
    summary: [...created, ...dropped, ...changed.flatMap(({ summary }) => summary)],
    losses: [
      ...Object.values(removedTables).map(({ name }) => lossMessages.table(name)),
      ...changed.flatMap(({ losses }) => losses),
    ],
    affected: [
      ...Object.values(removedTables).map(({ name }) => affectedByTable(name)),
      ...changed.flatMap(({ affected }) => affected),
    ],
    conditions: changed.flatMap(({ conditions }) => conditions),
  };
}

function describeTable(table: TableDifference, renamed: Renamed): Described {
  const { name, addedColumns, removedColumns, renamedColumns } = table;
  const at = (column: string) => `${name}.${column}`;
  const added = Object.values(addedColumns);
  const removed = Object.keys(removedColumns);
  const guessed = Object.entries(renamedColumns).map(([from, to]) => [from, to.name] as const);
  const changes = Object.values(table.changedColumns);
  const narrowed = changes.filter(mayLoseValues);
  const forbidden = added.filter((column) => !column.nullable && column.default == null);
  const filled = changes.filter(
    ({ changedProperties, column }) => changedProperties.has('nullable') && !column.nullable,
  );
  const overflowing = changes.filter(mayOverflow);
  const converted = changes.filter(mayNotConvert);
  const words = [
    ['adds', added.map((column) => column.name)],
    ['drops', removed],
    ['renames', guessed.map(([from, to]) => `${from} to ${to}`)],
    ['changes', changes.map(({ column }) => column.name)],
  ] as const;
  const phrases = words.flatMap(([verb, names]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : []));
  return {
    summary: [`${name}: ${phrases.join('; ') || 'changes its indexes and rules'}`],
    losses: [
      ...removed.map((column) => lossMessages.column(at(column))),
      ...guessed.map(([from, to]) => `column ${at(from)} becomes ${to} and keeps its values`),
      ...narrowed.map((change) => lossMessages.type(at(change.column.name), change)),
    ],
    affected: [
      ...removed.map((column) => affectedByColumn({ table: name, column, renamed })),
      ...narrowed.map((change) => affectedByType({ table: name, renamed }, change)),
      ...forbidden.map((column) => affectedByNewColumn({ table: name, column: column.name, renamed })),
      ...filled.map(({ column }) => affectedByRequired({ table: name, column: column.name, renamed })),
      ...overflowing.map((change) => affectedByOverflow({ table: name, renamed }, change)),
      ...converted.map((change) => affectedByConversion({ table: name, renamed }, change)),
    ],
    conditions: [
      ...forbidden.map((column) => conditionMessages.newColumn({ table: name, column: column.name })),
      ...filled.map(({ column }) => conditionMessages.required({ table: name, column: column.name })),
      ...overflowing.map((change) => conditionMessages.overflow(at(change.column.name), change)),
      ...converted.map((change) => conversionMessage(name, change)),
    ],
  };
}

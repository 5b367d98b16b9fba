import type { Verdict } from '../verdict.ts';
import { canonical, type Schema, valuesOf } from './schema.ts';
import type { Place, SchemaChange, SchemaPair } from './schema-change.ts';

/** The limits of numbers, texts and lists, each with the direction in which it becomes stricter. */
export const BOUNDS = {
  minimum: 1,
  exclusiveMinimum: 1,
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  maximum: -1,
  exclusiveMaximum: -1,
  maxLength: -1,
  maxItems: -1,
  maxProperties: -1,
} as const;

/** Compares the allowed values, bounds and patterns of a schema. */
export const compareLimits = (pair: SchemaPair, place: Place): SchemaChange[] => [
  ...compareValues(pair, place),
  ...compareBounds(pair, place),
  ...comparePatterns(pair, place),
  ...compareStrictness(pair, place),
];

function compareValues({ before, after }: SchemaPair, { at, direction }: Place): SchemaChange[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const [less, more]: readonly Verdict[] =
    direction === 'request' ? ['breaking', 'safe'] : ['safe', 'breaking'];
  if (!old && !now) return [];
  if (!old) return [{ at, what: `must be one of ${listed(now!)}`, verdict: less! }];
  if (!now) return [{ at, what: 'may have other values than before', verdict: more! }];
  const gone = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  return [
    ...(gone.length > 0 ? [{ at, what: `is no longer ${listed(gone)}`, verdict: less! }] : []),
    ...(added.length > 0 ? [{ at, what: `may be ${listed(added)}`, verdict: more! }] : []),
  ];
}

const listed = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');

/** A reader of a response with wider bounds may or may not rely on the narrow ones. */
function compareBounds({ before, after }: SchemaPair, { at, direction }: Place): SchemaChange[] {
  return Object.entries(BOUNDS).flatMap(([keyword, sign]): SchemaChange[] => {
    const [old, now] = [before[keyword], after[keyword]].map((bound) =>
      typeof bound === 'number' ? bound * sign : Number.NEGATIVE_INFINITY,
    );
    if (old === now) return [];
    const what =
      after[keyword] === undefined
        ? `has no ${keyword} any more`
        : `has the ${keyword} ${after[keyword]} instead of ${before[keyword] ?? 'none'}`;
    const isNarrower = now! > old!;
    const verdict =
      direction === 'request' ? (isNarrower ? 'breaking' : 'safe') : isNarrower ? 'safe' : 'review';
    return [{ at, what, verdict }];
  });
}

function comparePatterns({ before, after }: SchemaPair, { at, direction }: Place): SchemaChange[] {
  return (['pattern', 'format'] as const).flatMap((keyword): SchemaChange[] => {
    const [old, now] = [before[keyword], after[keyword]];
    if (old === now) return [];
    if (now === undefined)
      return [
        { at, what: `has no ${keyword} any more`, verdict: direction === 'request' ? 'safe' : 'review' },
      ];
    return [
      {
        at,
        what: `has the ${keyword} ${now} instead of ${old ?? 'none'}`,
        verdict: direction === 'request' ? 'breaking' : 'review',
      },
    ];
  });
}

/** Whether unknown properties, or repeated values, are rejected. */
function compareStrictness({ before, after }: SchemaPair, { at, direction }: Place): SchemaChange[] {
  if (direction === 'response') return [];
  const changes: SchemaChange[] = [];
  const isStrict = (schema: Schema) => schema.additionalProperties === false;
  if (isStrict(before) !== isStrict(after))
    changes.push(
      isStrict(after)
        ? { at, what: 'refuses unknown properties', verdict: 'breaking' }
        : { at, what: 'takes unknown properties', verdict: 'safe' },
    );
  if (canonical(before.uniqueItems ?? false) !== canonical(after.uniqueItems ?? false))
    changes.push(
      after.uniqueItems
        ? { at, what: 'refuses repeated values', verdict: 'breaking' }
        : { at, what: 'takes repeated values', verdict: 'safe' },
    );
  return changes;
}

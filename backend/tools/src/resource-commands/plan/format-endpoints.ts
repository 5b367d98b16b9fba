import { styleText } from 'node:util';
import { wrap } from '../wrap.ts';
import type { GroupedChange } from './endpoints/group-changes.ts';

const COLORS = { breaking: 'red', review: 'yellow', safe: 'green' } as const;

/** Formats the changes of endpoints, by resource: the most serious first, each with its endpoints. */
export const formatEndpoints = (changes: readonly GroupedChange[]): string[] =>
  [...Map.groupBy(changes, ({ resource }) => resource)].flatMap(([resource, all]) => [
    `  ${resource}`,
    ...all.flatMap(formatChange),
  ]);

function formatChange(change: GroupedChange): string[] {
  const { part, what, verdict, parameters } = change;
  const name =
    part === 'query' ? `filter ${change.name}` : [part, change.name].filter((one) => one !== '').join(' ');
  const others = parameters.length > 1 ? ` (${parameters.length} parameters)` : '';
  const indent = ' '.repeat(14);
  return [
    styleText(
      COLORS[verdict],
      wrap(`${name} ${what}${others}`, { first: `    ${verdict.padEnd(8)}  `, rest: indent }),
    ),
    wrap(
      endpointsOf(change)
        .map((endpoint) => endpoint.replace(' ', '\u00a0'))
        .join(', '),
      {
        first: indent,
      },
    ).replaceAll('\u00a0', ' '),
  ];
}

/**
 * The endpoints of a change; for an added or removed resource, its list and the number of endpoints below.
 */
function endpointsOf({ part, resource, what, endpoints }: GroupedChange): readonly string[] {
  const list = `/api/${resource}`;
  const ofList = endpoints.filter((endpoint) => endpoint.endsWith(` ${list}`));
  const isWhole = part === 'endpoint' && /^is (new|removed)$/.test(what) && ofList.length > 0;
  return isWhole ? [...ofList, `and ${endpoints.length - ofList.length} below ${list}`] : endpoints;
}

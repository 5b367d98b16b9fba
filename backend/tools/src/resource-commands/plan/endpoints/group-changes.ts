import { type Verdict, verdicts } from '../verdict.ts';
import type { EndpointChange } from './compare-documents.ts';

/** The same change of several endpoints of a resource. */
export interface GroupedChange extends Omit<EndpointChange, 'endpoint'> {
  /** The resource, or the first part of the path of an endpoint without a resource. */
  readonly resource: string;
  readonly endpoints: readonly string[];
  /** The parameters of a filter: `pages`, `pages_gte`, … */
  readonly parameters: readonly string[];
}

const FILTER = /_(ne|gt|gte|lt|lte|like|startsWith|null|all)$/;

/**
 * Groups changes that are the same for several endpoints, or for several operators of a filter: the most
 * serious first.
 */
export function groupChanges(changes: readonly EndpointChange[]): GroupedChange[] {
  const described = changes.map((change) => ({
    ...change,
    resource: /\/api\/([^/]+)/.exec(change.endpoint)?.[1] ?? 'others',
    group: change.part === 'query' ? change.name.replace(FILTER, '') : change.name,
  }));
  const groups = Map.groupBy(described, ({ resource, part, group, what, verdict }) =>
    JSON.stringify([resource, part, group, what, verdict]),
  );
  return [...groups.values()]
    .map(([first, ...others]) => {
      const all = [first!, ...others];
      const { endpoint: _, group, ...change } = first!;
      return {
        ...change,
        name: group,
        endpoints: [...new Set(all.map(({ endpoint }) => endpoint))],
        parameters: change.part === 'query' ? [...new Set(all.map(({ name }) => name))] : [],
      };
    })
    .sort((a, b) => gravity(a.verdict) - gravity(b.verdict));
}

const gravity = (verdict: Verdict): number => verdicts.indexOf(verdict);

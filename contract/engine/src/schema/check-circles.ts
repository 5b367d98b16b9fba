import type { Entries } from './entry.ts';
import type { Mistake } from './error.ts';
import type { StatedField } from './kinds.ts';

/** A required reference. */
interface Edge {
  readonly from: string;
  readonly field: string;
  readonly to: string;
}

/**
 * Finds cycles of required references, of which no first record could ever be created. Each cycle is one
 * mistake, reported at its first reference.
 */
export const checkCircles = (entries: Entries): Mistake[] => {
  const edges = Object.entries(entries).flatMap(([from, entry]) =>
    Object.entries<StatedField>(entry.fields).flatMap(([field, stated]) =>
      stated.required === true && stated.to !== undefined ? [{ from, field, to: stated.to }] : [],
    ),
  );
  const seen = new Set<Edge>();
  return edges.flatMap((edge) => {
    const back = pathBetween(edge.to, { to: edge.from, edges });
    const circle = back && [edge, ...back];
    if (!circle || circle.some((part) => seen.has(part))) return [];
    for (const part of circle) seen.add(part);
    return [{ resource: edge.from, key: `fields.${edge.field}`, value: edge.to, problem: problemOf(circle) }];
  });
};

const problemOf = (circle: readonly Edge[]) => {
  const way = circle.map(({ from, field }) => `${from}.${field}`).join(' → ');
  return circle.length === 1
    ? 'is a required reference of a resource to itself: no first record could be created; make it optional'
    : `is part of a circle of required references (${way}): no first record could be created; make one of them optional`;
};

/** Returns the shortest path between two resources along these references; undefined without one. */
const pathBetween = (
  from: string,
  { to, edges }: { to: string; edges: readonly Edge[] },
): readonly Edge[] | undefined => {
  const ways = new Map<string, readonly Edge[]>([[from, []]]);
  for (const [at, way] of ways) {
    if (at === to) return way;
    for (const edge of edges) if (edge.from === at && !ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
  }
  return undefined;
};

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';

/** The folders that a folder imports, each with one of the imports. */
type Graph = Map<string, Map<string, string>>;

const TESTS = /\.test\.tsx?$|\/(testing|bench|fuzz)\//;

/** Returns the part of the graph that a path belongs to: a folder below the root, or a file next to it. */
const partOf = (root: string, file: string) =>
  file
    .split('/')
    .slice(0, root.split('/').length + 1)
    .join('/');

const isFile = (part: string) => path.extname(part) !== '';

/** Returns the path of an imported module from the project's root; undefined for external packages. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  const [, side = '', rest = ''] =
    /^(?:#|@bindery\/)(backend|frontend|contract|tools)\/(.+)/.exec(specifier) ?? [];
  if (side === 'tools') return `backend/tools/src/${rest}`;
  return side === '' ? undefined : `${side}/engine/src/${rest}`;
}

/**
 * Returns the imports within a folder as pairs of files, types included. Tests and their helpers are left
 * out.
 */
function readImports(root: string): (readonly [file: string, imported: string])[] {
  return globSync(`${root}/**/*.{ts,tsx}`)
    .filter((name) => !TESTS.test(name))
    .flatMap((file) => {
      const { module } = parseSync(file, readFileSync(file, 'utf8'));
      const specifiers = [
        ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
        ...module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
        ),
      ];
      return specifiers.flatMap((specifier) => {
        const imported = resolve(file, specifier);
        return imported?.startsWith(`${root}/`) ? [[file, imported] as const] : [];
      });
    });
}

/** Returns which parts of a folder import which. */
function readGraph(root: string): Graph {
  const graph: Graph = new Map();
  for (const [file, imported] of readImports(root)) {
    const [from, to] = [partOf(root, file), partOf(root, imported)];
    // Files next to each other count as one part.
    if (from === to || (isFile(from) && isFile(to))) continue;
    const edges = graph.get(from) ?? new Map<string, string>();
    graph.set(from, edges.set(to, `${file} imports ${imported}`));
  }
  return graph;
}

/** Returns the imports of the first circle that it finds; none if there is no circle. */
function findCircle(graph: Graph): string[] {
  const done = new Set<string>();
  const search = (part: string, way: readonly string[], imports: readonly string[]): string[] => {
    const start = way.indexOf(part);
    if (start >= 0) return imports.slice(start);
    if (done.has(part)) return [];
    for (const [next, example] of graph.get(part) ?? []) {
      const circle = search(next, [...way, part], [...imports, example]);
      if (circle.length > 0) return circle;
    }
    done.add(part);
    return [];
  };
  for (const part of graph.keys()) {
    const circle = search(part, [], []);
    if (circle.length > 0) return circle;
  }
  return [];
}

describe('the search for circles', () => {
  const graph = (edges: Record<string, string[]>): Graph =>
    new Map(
      Object.entries(edges).map(([part, to]) => [
        part,
        new Map(to.map((next) => [next, `${part} imports ${next}`])),
      ]),
    );

  test('finds a circle behind a part that has none', () => {
    expect(findCircle(graph({ app: ['auth'], auth: ['users'], users: ['mail', 'auth'] }))).toEqual([
      'auth imports users',
      'users imports auth',
    ]);
  });

  test('finds none where two parts import the same one', () => {
    expect(findCircle(graph({ app: ['auth', 'users'], users: ['auth'], auth: [] }))).toEqual([]);
  });
});

test.each([
  { root: 'contract/engine/src', example: ['records', 'schema'] },
  { root: 'backend/engine/src', example: ['features', 'access'] },
  { root: 'backend/engine/src/access', example: ['sessions', 'auth'] },
  { root: 'backend/engine/src/records/resources', example: ['write', 'stages'] },
  { root: 'frontend/engine/src', example: ['manager', 'shell'] },
  { root: 'frontend/engine/src/manager', example: ['list', 'bulk'] },
])(
  'the folders of $root import each other in one direction only',
  ({ root, example: [from = '', to = ''] }) => {
    const graph = readGraph(root);
    expect(graph.get(`${root}/${from}`)?.has(`${root}/${to}`)).toBe(true);
    expect(findCircle(graph)).toEqual([]);
  },
);

/** Returns the pairs of folders, at any level, whose own files import each other: `a ⇄ a/b`. */
function pairsWithin(imports: readonly (readonly [file: string, imported: string])[]): string[] {
  const edges = new Set(
    imports.map(([file, imported]) => `${path.dirname(file)} ⇄ ${path.dirname(imported)}`),
  );
  const isPair = ([from = '', to = '']: string[]) => from < to && edges.has(`${to} ⇄ ${from}`);
  return [...edges].filter((edge) => isPair(edge.split(' ⇄ '))).sort();
}

test('the search for pairs of folders finds a folder and one within it', () => {
  const imports = [
    ['a/x.ts', 'a/b/y.ts'],
    ['a/b/z.ts', 'a/w.ts'],
    ['a/x.ts', 'a/c/y.ts'],
    ['a/b/z.ts', 'a/b/y.ts'],
  ] as const;
  expect(pairsWithin(imports)).toEqual(['a ⇄ a/b']);
});

test.each(['contract/engine/src', 'backend/engine/src', 'backend/tools/src', 'frontend/engine/src'])(
  'no two folders of %s import each other, at any level',
  (root) => {
    const pairs = pairsWithin(readImports(root)).map((pair) => pair.replaceAll(`${root}/`, ''));
    expect(pairs).toEqual([]);
  },
);

/** The rooms of each side in their order; rooms on one line do not import each other. */
const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'contract/engine/src': [['schema'], ['records'], ['api'], ['entry-points']],
  'backend/engine/src': [
    ['logging'],
    ['database'],
    ['kernel'],
    ['access'],
    ['records'],
    ['features', 'extend'],
    ['web'],
    ['entry-points'],
  ],
  'frontend/engine/src': [
    ['shell'],
    ['sign-in'],
    ['account'],
    ['app'],
    ['manager'],
    ['extensions'],
    ['build'],
    ['entry-points'],
  ],
};
/** Folders that are not rooms: data, and test helpers. */
const NO_ROOMS = new Set(['locales', 'testing']);

describe.each(Object.entries(ROOMS))('the rooms of %s', (root, rooms) => {
  const rank = (part: string) => rooms.findIndex((names) => names.includes(path.posix.basename(part)));

  test('are all of its folders', () => {
    const folders = globSync(`${root}/*/`).map((folder) => path.basename(folder));
    expect(folders.filter((name) => !NO_ROOMS.has(name)).sort()).toEqual(rooms.flat().sort());
  });

  test('import only those before them', () => {
    const edges = [...readGraph(root)].flatMap(([from, to]) =>
      [...to].map(([next, example]) => ({ from, next, example })),
    );
    const between = edges.filter(
      ({ from, next }) => rank(from) >= 0 && !NO_ROOMS.has(path.posix.basename(next)),
    );
    expect(between.length).toBeGreaterThan(1);
    // A file beside the rooms puts them together, and an entry point may name it.
    const isEntry = ({ from, next }: (typeof between)[number]) =>
      path.posix.basename(from) === 'entry-points' && isFile(next);
    expect(
      between.filter((edge) => !isEntry(edge) && (rank(edge.next) < 0 || rank(edge.next) >= rank(edge.from))),
    ).toEqual([]);
  });
});

import { lateRequests } from '@bindery/tools/testing/browser/late-requests.ts';
import { visit } from '@bindery/tools/testing/browser/open-page.ts';
import { addressOf, type View, views } from '@bindery/tools/testing/browser/views.ts';
import { Product } from './support/product.ts';
import { ProjectCopy } from './support/project-copy.ts';
import { measureReady, type Readiness } from './support/ready-time.ts';

/*
 * Measures the first visit of each page of the product in a browser: the transfer size of JavaScript and
 * styles, without headers, and when the page can be used on a slow phone. Fails above the limits, and if a
 * request is sent only after another response has arrived. Times depend on the machine and its load, so they
 * have no limits. With the paths of pages, measures only those, without the further resource: `npm run
 * bench:pages -- /login /manager/books`.
 */
const LIMITS_KIB: readonly (readonly [pages: RegExp, limit: number])[] = [
  [/^\/manager\/dashboard/, 288],
  // With the cover that readers see, of the extension.
  [/^\/manager\/books\/:id\/update$/, 358],
  [/^\/manager\/\w+\/(?:new|.+\/update)$/, 354],
  [/^\/manager\/\w+\/:id/, 256],
  // The list of an extension, which may use antd, loads antd's configuration.
  [/^\/manager\/users$/, 278],
  [/^\/manager(?![^/?])/, 247],
  [/^\/app\/account/, 134],
  [/^\/app$/, 130.5],
  [/^\/app\/\w+\/:id/, 125.5],
  [/^\/app\//, 122],
  [/^\/login\/verify/, 120],
  [/^\/login\/error/, 118],
];
/** The limit of the sign-in, and of the product's own public pages. */
const LIMIT_OF_OTHERS_KIB = 117.5;
const LIMIT_OF_A_RESOURCE_KIB = 1;
const MAX_PATH_LENGTH = 32;
/** The number of visits; the median is reported. */
const ROUNDS = 5;

const ONE_MORE = `printingHouses: {
    fields: { name: text({ required: true, max: 80, unique: true, search: true }), site: text(), listed: boolean() },
    rights: { admin: ['read', 'create', 'update', 'delete'], user: ['read'] },
  },
  users: {`;

/** The files of a first visit. Sizes are in KiB. */
interface Load {
  readonly scripts: number;
  readonly styles: number;
  readonly others: number;
  readonly files: number;
  /** Requests that were sent only after another file than the page itself had loaded. */
  readonly chained: readonly string[];
}

const pathOf = ({ address }: View): string => address.replace(/\?.*/, '');
const named = process.argv.slice(2);
/** Dialogs on top of a page, and other queries, load the same files as the page. */
const weighed = views.filter(
  (view, index) =>
    views.findIndex((other) => pathOf(other) === pathOf(view)) === index &&
    (named.length === 0 || named.includes(pathOf(view))),
);
const problems: string[] = [];

const here = await weighAll();
print(here);
process.stdout.write(
  '\nOn 1.6 Mbit/s with 150 ms, at a quarter of the speed, the middle of five first visits:\n',
);
await printReadiness();
const larger = named.length === 0 ? await weighAllWithOneMore() : undefined;
if (larger) {
  process.stdout.write('\nThe same with one more resource:\n');
  print(larger);
}
for (const view of weighed) judge(view);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function weighAllWithOneMore() {
  const copy = new ProjectCopy({ isWeighed: true });
  try {
    copy.editConfig({ 'users: {': ONE_MORE });
    copy.run('backend/tools/src/bindery.ts', 'migration', 'create');
    return await weighAll(await Product.start(await copy.start()));
  } finally {
    copy.remove();
  }
}

async function weighAll(given?: Product) {
  const product = given ?? (await Product.start());
  const loads = new Map<View, Load>();
  for (const view of weighed) {
    const load = await weigh(product, view);
    // Its resource has no record.
    if (load) loads.set(view, load);
  }
  await product.stop();
  return loads;
}

async function weigh(product: Product, view: View): Promise<Load | undefined> {
  const storageState = await product.signedIn(view.by);
  const context = await product.browser.newContext({ baseURL: product.url, storageState });
  const page = await context.newPage();
  const late = await lateRequests(page);
  const status = await visit(page, view, 'en');
  const files = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => ({ path: new URL(name).pathname, size: encodedBodySize / 1024 }),
    ),
  );
  await context.close();
  if (status === undefined) return undefined;
  const sum = (ending: RegExp) =>
    files.filter(({ path }) => ending.test(path)).reduce((total, { size }) => total + size, 0);
  return {
    scripts: sum(/\.js$/),
    styles: sum(/\.css$/),
    others: sum(/(?<!\.js|\.css)$/),
    files: files.length,
    // Some views load a part after all others.
    chained: view.later ? [] : late,
  };
}

function print(loads: ReadonlyMap<View, Load>) {
  const rows = [...loads].map(([view, load]) => [
    pathOf(view),
    ...[load.scripts, load.styles, load.scripts + load.styles, limitOf(view), load.others].map((size) =>
      size.toFixed(1),
    ),
    load.files,
    load.chained.length,
  ]);
  const head = ['KiB', 'scripts', 'styles', 'together', 'limit', 'others', 'files', 'chained'];
  for (const [name, ...cells] of [head, ...rows])
    process.stdout.write(
      `${String(name).padEnd(MAX_PATH_LENGTH)}${cells.map((cell) => String(cell).padStart(10)).join('')}\n`,
    );
}

async function printReadiness() {
  const product = await Product.start();
  for (const view of weighed) {
    const options = { baseURL: product.url, storageState: await product.signedIn(view.by) };
    const context = await product.browser.newContext(options);
    const path = await addressOf(view, context.request);
    await context.close();
    if (path === undefined) continue;
    const measured: Readiness[] = [];
    for (let round = 0; round < ROUNDS; round++)
      measured.push(await measureReady(product.browser, { ...options, path }));
    const middle = measured.toSorted((a, b) => a.ready - b.ready)[Math.floor(ROUNDS / 2)]!;
    process.stdout.write(
      `${pathOf(view).padEnd(MAX_PATH_LENGTH)}${`${(middle.ready / 1000).toFixed(2)} s`.padStart(10)}` +
        `${`${middle.requests} requests`.padStart(16)}\n`,
    );
  }
  await product.stop();
}

/** Returns the limit of a page: the first that its address fits. */
function limitOf(view: View): number {
  return LIMITS_KIB.find(([pages]) => pages.test(pathOf(view)))?.[1] ?? LIMIT_OF_OTHERS_KIB;
}

function judge(view: View) {
  const load = here.get(view);
  if (!load) return;
  const size = load.scripts + load.styles;
  const limit = limitOf(view);
  if (size > limit) problems.push(`${pathOf(view)} weighs ${size.toFixed(1)} KiB; it may weigh ${limit}.`);
  const more = larger?.get(view);
  const growth = more ? more.scripts + more.styles - size : 0;
  if (growth > LIMIT_OF_A_RESOURCE_KIB)
    problems.push(`One more resource adds ${growth.toFixed(2)} KiB to ${pathOf(view)}.`);
  // A page of an extension may send requests that its table cannot state, and any page requests for parts of
  // a record.
  const isRecord = /^\/app\/\w+\/:id/.test(pathOf(view));
  for (const path of view.isOwn || isRecord ? [] : load.chained)
    problems.push(`${pathOf(view)} asks for ${path} only after something else.`);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandContext, CommandError } from './resource-commands/command.ts';
import { parseCommandLine } from './resource-commands/parse-command-line.ts';

const USAGE = `npm test [-- resource …]

Checks the types, and runs the tests of the entries, the texts, every page in the browser and your own, two steps at a time.
With names of resources, only the tests of their entries and of their extensions.`;

interface Step {
  readonly name: string;
  /** A tool of node_modules, or a script of the product, with its arguments. */
  readonly command: readonly string[];
}

/** The pages come first, because each step after them would otherwise build them again. */
const BUILD: Step = { name: 'pages', command: ['backend/build.ts'] };
/** The slowest step starts first. */
const AFTER_BUILD: readonly Step[] = [
  { name: 'pages in the browser', command: ['playwright', 'test', '--reporter=list'] },
  { name: 'entries, texts and own tests', command: ['vitest', 'run'] },
  { name: 'types', command: ['tsc'] },
];
const AT_ONCE = 2;

interface Outcome {
  readonly step: Step;
  readonly isGood: boolean;
  readonly seconds: number;
}

/** See `Command`. */
export async function run(args: readonly string[], { root }: CommandContext): Promise<number> {
  const { values, positionals } = parseCommandLine(args, {
    ...{ usage: USAGE, options: {} },
    positionals: Number.POSITIVE_INFINITY,
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  if (positionals.length > 0) return testResources(positionals, root);
  const built = await runStep(BUILD, root);
  const others = built.isGood ? await inLanes(AFTER_BUILD, root) : [];
  const outcomes = [built, ...others];
  const lines = outcomes.map(
    ({ step, isGood, seconds }) => `  ${isGood ? '✓' : '✗'} ${step.name} (${seconds.toFixed(0)} s)`,
  );
  process.stdout.write(`\n${lines.join('\n')}\n`);
  return outcomes.every(({ isGood }) => isGood) ? 0 : 1;
}

async function testResources(names: readonly string[], root: string): Promise<number> {
  const [{ loadProduct }, { unknownName }] = await Promise.all([
    import('@bindery/contract/api/load-product.ts'),
    import('@bindery/contract/schema/error.ts'),
  ]);
  const known = Object.keys((await loadProduct(root)).resources);
  for (const name of names)
    if (!known.includes(name)) throw new CommandError(`The resource "${name}" ${unknownName(name, known)}`);
  const own = globSync(
    names.flatMap((name) => [
      `{backend,contract,frontend}/extensions/${name}/**/*.test.{ts,tsx}`,
      `contract/extensions/${name}.test.ts`,
    ]),
    { cwd: root },
  );
  const files = [...globSync('backend/entries.api.test.ts', { cwd: root }), ...own.sort()];
  const step = { name: names.join(', '), command: ['vitest', 'run', ...files] };
  const { isGood } = await runStep(step, root, { TEST_RESOURCES: names.join() });
  return isGood ? 0 : 1;
}

async function inLanes(steps: readonly Step[], root: string): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push(await runStep(step, root));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return outcomes;
}

/** Runs a step; its output is shown as a whole at the end, because other steps run at the same time. */
async function runStep(step: Step, root: string, env: Record<string, string> = {}): Promise<Outcome> {
  const start = performance.now();
  process.stdout.write(`── ${step.name} …\n`);
  const child = spawn(process.execPath, [join(root, 'backend/launch.mjs'), ...step.command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  });
  endWithThisProcess(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`\n── ${step.name}: ${code === 0 ? 'passed' : 'FAILED'}\n`);
  process.stdout.write(Buffer.concat(output));
  return { step, isGood: code === 0, seconds };
}

function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
}

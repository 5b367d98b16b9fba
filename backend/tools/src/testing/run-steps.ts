import { stripVTControlCharacters } from 'node:util';
import { type CloseEvent, concurrently } from 'concurrently';

/** A command of a test run. */
export interface Step {
  readonly name: string;
  /** A command line, run in the folder of the product. */
  readonly command: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The outcome of a step. */
export interface StepOutcome {
  readonly name: string;
  readonly seconds: number;
  /** Whether its command succeeded. */
  readonly ok: boolean;
  /** The end of its output. */
  readonly lastLines: string;
}

const LAST_LINES = 15;

/**
 * Runs steps side by side, at most `atOnce` at a time, in their order; a failed one does not stop the others.
 * Prints their outputs one after the other.
 */
export async function runSteps(
  steps: readonly Step[],
  { atOnce, cwd = process.cwd() }: { readonly atOnce: number; readonly cwd?: string },
): Promise<StepOutcome[]> {
  const { commands, result } = concurrently(
    steps.map(({ name, command, env = {} }) => ({ name, command, env })),
    { cwd, maxProcesses: atOnce, group: true, prefix: 'none' },
  );
  const ends = commands.map(({ stdout, stderr }) => {
    let end = '';
    const keep = (chunk: Buffer) => {
      end = `${end}${chunk}`.split('\n').slice(-LAST_LINES).join('\n');
    };
    stdout.subscribe(keep);
    stderr.subscribe(keep);
    return () => stripVTControlCharacters(end).trim();
  });
  const closed = await result.catch((events: CloseEvent[]) => events);
  return steps.map(({ name }, index) => {
    const event = closed.find((one) => one.index === index);
    return {
      name,
      seconds: event?.timings.durationSeconds ?? 0,
      ok: event?.exitCode === 0,
      lastLines: ends[index]?.() ?? '',
    };
  });
}

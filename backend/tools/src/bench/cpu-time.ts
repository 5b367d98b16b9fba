import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc in milliseconds, on every Linux that Node runs on. */
const TICK_MS = 10;

/** Reads a process from Linux's /proc: its parent and the processor time of itself and of its exited children. */
function processOf(pid: string | number): { parent: number; ticks: number } | undefined {
  try {
    // The name, in parentheses, may contain spaces; after it come the state, the parent, and times from the 12th on.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** Returns the parent of a process; undefined without /proc. */
export const parentOf = (pid: number): number | undefined => processOf(pid)?.parent;

/**
 * Returns the processor time in milliseconds that a process and its direct children have used. Unlike time by
 * the clock it depends little on what else the machine does. NaN without /proc, as on macOS.
 */
export function cpuTime(pid: number): number {
  const own = processOf(pid);
  if (!own) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(processOf)
    .filter((child) => child?.parent === pid);
  return children.reduce((sum, child) => sum + child!.ticks, own.ticks) * TICK_MS;
}

/** The used part of an event in a Chromium trace. Times are in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** The CPU time of its thread. */
  readonly tdur?: number;
}

/** The categories that `mainThreadTime` reads. */
export const TRACE_CATEGORIES = ['devtools.timeline', 'blink.user_timing', 'toplevel'];

const TASK = 'ThreadControllerImpl::RunTask';

/**
 * Returns the CPU time in milliseconds that the tasks of a page's main thread took from one
 * `performance.mark` to another: script, styles, layout and paint.
 */
export function mainThreadTime(trace: Buffer, from: string, to: string): number {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const start = traceEvents.find(({ name }) => name === from);
  const end = traceEvents.find(({ name }) => name === to);
  if (!start || !end) throw new Error(`The trace has no marks "${from}" and "${to}".`);
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts }) =>
      name === TASK && pid === start.pid && tid === start.tid && ts > start.ts && ts < end.ts,
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
}

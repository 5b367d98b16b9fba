/**
 * The most tasks at the same time. Two alone leave a third of the time of a machine with two cores unused, because
 * many tests wait: for processes, timers, or a page that draws.
 */
const AT_ONCE = 3;

/** A task, and the name of the one that has to end before it starts. */
export interface Task {
  readonly name: string;
  readonly after?: string;
}

/**
 * Runs tasks three at a time: whenever one ends, the first one starts that does not wait for another. Returns their
 * results in the order of the tasks. Throws if a task throws, or if it waits for one that never ends.
 */
export async function runSideBySide<T extends Task, Result>(
  tasks: readonly T[],
  run: (task: T) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<T, Result>();
  const running = new Map<T, Promise<void>>();
  const isReady = (task: T) =>
    !running.has(task) &&
    !results.has(task) &&
    tasks.every((other) => other.name !== task.after || results.has(other));

  while (results.size < tasks.length) {
    const next = running.size < AT_ONCE ? tasks.find(isReady) : undefined;
    if (next) {
      const untilEnd = async () => {
        results.set(next, await run(next));
        running.delete(next);
      };
      running.set(next, untilEnd());
    } else if (running.size > 0) await Promise.race(running.values());
    else throw new Error('Every task that is left waits for another one.');
  }
  return tasks.flatMap((task) => results.get(task) ?? []);
}

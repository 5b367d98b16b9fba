import { expect, test } from 'vitest';
import { runSideBySide, type Task } from './side-by-side.ts';

/** Runs tasks that end when the test says so; returns what happens to them. */
function start(tasks: readonly Task[]) {
  const started: string[] = [];
  const ends = new Map<string, (result: string) => void>();
  const results = runSideBySide(tasks, ({ name }) => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, resolve));
  });
  const end = async (name: string) => {
    ends.get(name)?.(`result of ${name}`);
    await new Promise(setImmediate);
  };
  return { started, end, results };
}

test('three tasks run at a time, in their order', async () => {
  const { started, end } = start(['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })));
  expect(started).toEqual(['a', 'b', 'c']);

  await end('b');
  expect(started).toEqual(['a', 'b', 'c', 'd']);

  await end('a');
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a task starts after the one that it needs, and lets others go first', async () => {
  const { started, end } = start([{ name: 'build' }, { name: 'browser', after: 'build' }, { name: 'unit' }]);
  expect(started).toEqual(['build', 'unit']);

  await end('unit');
  expect(started).toEqual(['build', 'unit']);

  await end('build');
  expect(started).toEqual(['build', 'unit', 'browser']);
});

test('a task that needs one that is left out does not wait', () => {
  expect(start([{ name: 'browser', after: 'build' }]).started).toEqual(['browser']);
});

test('the results come in the order of the tasks, whichever ends first', async () => {
  const { end, results } = start([{ name: 'a' }, { name: 'b' }]);
  await end('b');
  await end('a');

  expect(await results).toEqual(['result of a', 'result of b']);
});

test('tasks that wait for each other are an error', async () => {
  const { results } = start([
    { name: 'a', after: 'b' },
    { name: 'b', after: 'a' },
  ]);

  await expect(results).rejects.toThrow('Every task that is left waits for another one.');
});

test('a task that throws is an error', async () => {
  await expect(runSideBySide([{ name: 'a' }], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

import { expect, test } from 'vitest';
import { runSteps } from './run-steps.ts';

const step = (name: string, code: string) => ({ name, command: `node -e "${code}"` });

test('steps report their times and exit codes in their order, and a failed one does not stop the others', async () => {
  const outcomes = await runSteps(
    [
      step('bad', "console.error('a.ts(1,1): No.'); process.exit(3)"),
      { ...step('good', 'setTimeout(() => process.exit(Number(process.env.CODE)), 50)'), env: { CODE: '0' } },
      step('killed', "process.kill(process.pid, 'SIGKILL')"),
    ],
    { atOnce: 2 },
  );
  expect(outcomes).toMatchObject([
    { name: 'bad', ok: false, lastLines: 'a.ts(1,1): No.' },
    { name: 'good', ok: true },
    { name: 'killed', ok: false },
  ]);
  for (const { seconds } of outcomes) expect(seconds).toBeGreaterThan(0);
});

test('only so many steps run at once', async () => {
  const start = performance.now();
  await runSteps([step('a', 'setTimeout(() => {}, 300)'), step('b', 'setTimeout(() => {}, 300)')], {
    atOnce: 1,
  });
  expect(performance.now() - start).toBeGreaterThan(600);
});

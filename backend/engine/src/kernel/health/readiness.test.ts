import { type HealthCheck, healthChecks } from '@bindery/contract/api/health.ts';
import { expect, test, vi } from 'vitest';
import { type Check, readinessOf } from './readiness.ts';

const well: Check = async () => true;
const checks = (others: Partial<Record<HealthCheck, Check>>) => ({
  ...({ database: well, migrations: well, mail: well, clock: well } satisfies Record<HealthCheck, Check>),
  ...others,
});

test('a server is ready if all checks pass', async () => {
  expect(await readinessOf(checks({}))()).toEqual({
    status: 'ready',
    checks: { database: 'ok', migrations: 'ok', mail: 'ok', clock: 'ok' },
  });
});

test.each(healthChecks)(
  'a server is not ready if the check %s fails, throws or never finishes',
  async (name) => {
    const failures: Check[] = [
      async () => false,
      async () => {
        throw new Error('secret');
      },
      () => new Promise(() => {}),
    ];
    for (const check of failures) {
      const { status, checks: results } = await readinessOf(checks({ [name]: check }), 50)();
      expect({ status, results }).toEqual({
        status: 'notReady',
        results: Object.fromEntries(healthChecks.map((other) => [other, other === name ? 'failed' : 'ok'])),
      });
    }
  },
);

test('concurrent requests share one run of the checks', async () => {
  const database = vi.fn(well);
  const ready = readinessOf(checks({ database }));
  await Promise.all(Array.from({ length: 50 }, ready));
  expect(database).toHaveBeenCalledTimes(1);
});

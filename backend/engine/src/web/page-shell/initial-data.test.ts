import { expect, it } from 'vitest';
import { createLoadInitialData } from './initial-data.ts';

const CALL = '/api/views?q=secret';

it.each([
  ['fails for an unexpected reason', () => Promise.reject(new Error('The connection is lost'))],
  ['takes long, as for a locked table', () => new Promise<never>(() => {})],
])('a document does not depend on a response that %s', async (_, response) => {
  const load = createLoadInitialData(new Map(), () => response, 1);
  expect(await load(CALL, null)).toBeUndefined();
});

it('a response in time is embedded', async () => {
  const load = createLoadInitialData(new Map(), () => async () => ({ data: ['view'] }));
  expect(await load(CALL, null)).toEqual({ url: CALL, data: ['view'], headers: {} });
});

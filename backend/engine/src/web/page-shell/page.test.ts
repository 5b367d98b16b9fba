import type { AddressInfo } from 'node:net';
import { defaultRoles } from '@bindery/contract/schema/roles.ts';
import express from 'express';
import { expect, it } from 'vitest';
import { createRequestContext } from '#backend/kernel/http/request-context.ts';
import { readSettings } from '#backend/kernel/settings/settings.ts';
import { ifReady } from './if-ready.ts';
import { publicSettings } from './init.ts';
import { servePage } from './page.ts';

const settings = publicSettings(readSettings({ VITE_BASE_URL: 'http://localhost' }), defaultRoles);

/** Requests the document of a list; returns its status and where it redirects to. */
async function requestList(startAddress: () => Promise<string | undefined>) {
  const app = express().use(createRequestContext({ isLocal: true }));
  app.use(
    servePage({
      frontend: { assets: (_req, _res, next) => next(), page: async () => '<html><body></body></html>' },
      init: () => ({ language: 'en', session: null, settings }),
      loadInitialData: async () => undefined,
      findPage: () => ({ area: 'public', component: 'x-page.tsx' }),
      head: () => ({ title: 'Books', description: undefined }),
      startAddress,
      captcha: false,
    }),
  );
  const server = app.listen(0);
  const { port } = server.address() as AddressInfo;
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/books`, { redirect: 'manual' });
  server.close();
  return { status, location: headers.get('location') };
}

it('a list opens with its default view', async () => {
  expect(await requestList(async () => '/books?genre=1')).toEqual({
    status: 302,
    location: '/books?genre=1',
  });
});

it('a list opens without its default view while the views cannot be read', async () => {
  const locked = () => Promise.reject(new Error('canceling statement due to lock timeout'));
  expect(await requestList(locked)).toEqual({ status: 200, location: null });
});

it('a document does not wait for what takes long', async () => {
  expect(await ifReady('/books', () => new Promise<never>(() => {}), 1)).toBeUndefined();
});

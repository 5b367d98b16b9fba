import type { PageDefinition, productPages } from './pages.ts';

const record = '/api/:resource/:id';
const account = { calls: ['/api/account/sessions?_start=0&_end=5', '/api/account/api-keys'] };

/** The preloads of the product's pages, by route pattern. Only for Node.js: the server and the build. */
export const productPreloads = {
  '/app/account': account,
  '/manager/dashboard': { calls: ['/api/dashboard'] },
  '/manager/account': account,
  '/manager/history': {
    calls: ['/api/history?_batches=once'],
    // Days depend on the browser's time zone, so a page with `from` or `to` makes its own call.
    asked: {
      resource: 'resource',
      user: 'user',
      apiKey: 'apiKey',
      action: 'action',
      record: 'record',
      label: 'label',
      batch: 'batch',
    },
  },
  '/manager/:resource': { generated: 'list', calls: ['/api/views'] },
  '/manager/:resource/new': { generated: 'form' },
  '/manager/:resource/import': { generated: 'import' },
  '/manager/:resource/:id': { generated: 'record', calls: [record, `${record}/history`] },
  '/manager/:resource/:id/update': { generated: 'form', calls: [record] },
} as const satisfies {
  readonly [Address in keyof typeof productPages]?: Pick<PageDefinition, 'generated' | 'calls' | 'asked'>;
};

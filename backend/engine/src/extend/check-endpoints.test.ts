import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { subjectEndpoints, subjectRoutes } from '#backend/testing/extension-endpoints.ts';
import type { EndpointsExtension } from './endpoints.ts';
import { checkEndpoints } from './load-extensions.ts';

describe('a contract of endpoints', () => {
  it('names what does not match', () => {
    const check = (endpoints: readonly EndpointsExtension[], contracts: object) => () =>
      checkEndpoints(endpoints, lendingLibrary, { ...contracts });
    expect(check([subjectEndpoints], {})).toThrow("add: export { subjects } from './subjects.ts';");
    expect(check([], { subjects: subjectRoutes })).toThrow('backend/extensions/subjects/endpoints.ts');
    expect(check([subjectEndpoints], { subjects: subjectRoutes })).not.toThrow();
    const { open } = subjectRoutes;
    const named = { list: open };
    expect(check([{ ...subjectEndpoints, routes: named }], { subjects: named })).toThrow(
      'list is the name of a generated endpoint',
    );
    const misspelt = { ...subjectEndpoints, routes: { open }, handlers: { opne: () => undefined } };
    expect(check([misspelt], { subjects: misspelt.routes })).toThrow(
      'backend/extensions/subjects/endpoints.ts: open has no handler; available: opne.',
    );
    const hiding = { all: { ...open, path: '/api/books/:book' } };
    const { review } = subjectRoutes;
    const unknown = { review: { ...review, metadata: { resource: 'subjects', right: ['boks', 'read'] } } };
    expect(check([{ ...subjectEndpoints, routes: unknown }], { subjects: unknown })).toThrow(
      'contract/extensions/subjects.ts: review: right: "boks" is unknown; did you mean "book"?',
    );
    const stating = (right: unknown, more: object = {}) => {
      const routes = { review: { ...review, ...more, metadata: { resource: 'subjects', right } } };
      return check([{ ...subjectEndpoints, routes }], { subjects: routes });
    };
    expect(stating('reed')).toThrow('review: right: "reed" is unknown; did you mean "read"?');
    expect(stating(['book', 'crate'])).toThrow(
      'right: no role may crate "book": "crate" is unknown; did you mean "create"?',
    );
    expect(stating('everybody', { headers: z.object({ 'X-Signature': z.string() }) })).toThrow(
      'headers: "X-Signature" never arrives: Node.js has header names in lower case.',
    );
    const twice = { open, again: { ...open } };
    expect(check([{ ...subjectEndpoints, routes: twice }], { subjects: twice })).toThrow(
      `contract/extensions/subjects.ts: again: ${open.method} ${open.path} is already the endpoint subjects.open.`,
    );
    expect(check([{ ...subjectEndpoints, routes: hiding }], { subjects: hiding })).toThrow(
      'GET /api/books/:book is a generated endpoint',
    );
  });
});

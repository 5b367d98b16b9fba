import type { Pages } from '@bindery/contract/api/pages.ts';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const page = { area: 'app', component: 'check-in-page.tsx' } as const;
const policyOf = (pages: Pages) => securityHeaders({ isSecure: true }, pages).get('permissions-policy');

describe('the permissions policy', () => {
  it('allows nothing that no page asks for', () => {
    expect(policyOf({ '/app/check-in': page })).toBe('camera=(), geolocation=(), microphone=()');
  });

  it('allows our own pages, and nobody else’s, what one of them asks for', () => {
    const pages: Pages = { '/app': page, '/app/check-in': { ...page, permissions: ['camera'] } };
    expect(policyOf(pages)).toBe('camera=(self), geolocation=(), microphone=()');
  });
});

import type { Pages } from '@bindery/contract/api/pages.ts';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const page = { area: 'app', component: 'check-in-page.tsx' } as const;
const policyOf = (pages: Pages) => securityHeaders({ isSecure: true }, pages).get('permissions-policy');

describe('the permissions policy', () => {
  it('allows nothing that no page declares', () => {
    expect(policyOf({ '/app/check-in': page })).toBe('camera=(), geolocation=(), microphone=()');
  });

  it("allows the product's own pages, and no other site, what one of the pages declares", () => {
    const pages: Pages = { '/app': page, '/app/check-in': { ...page, permissions: ['camera'] } };
    expect(policyOf(pages)).toBe('camera=(self), geolocation=(), microphone=()');
  });
});

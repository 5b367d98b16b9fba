// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { initI18n } from '../i18n/i18n.ts';
import { showProduct } from './show-changed.ts';

const server = new HttpStandIn();
beforeAll(async () => {
  server.install();
  await initI18n('en');
});
afterEach(cleanup);

test('an open page shows a changed name, colours and icon', async () => {
  const product = { name: 'Acme' };
  document.head.innerHTML = '<link rel="icon" href="/icons/icon.svg">';
  function Named() {
    useTranslation();
    return <p>{product.name}</p>;
  }
  render(<Named />);
  product.name = 'Nordwind';
  await act(async () => showProduct({ styles: ':root{--accent:#0a7d4f}' }));
  expect(screen.getByText('Nordwind')).toBeTruthy();
  const [colors] = document.adoptedStyleSheets;
  expect(colors?.cssRules[0]?.cssText).toContain('--accent: #0a7d4f');
  expect(document.querySelector('link')?.href).toMatch(/icon\.svg\?\d+$/);
});

// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { HttpStandIn } from '#frontend/testing/http-stand-in.ts';
import { drawnCoverOf } from './drawn-cover.tsx';
import { extensions } from './overrides.ts';
import { resourceNamed } from './resource.ts';
import { startManager } from './testing/manager-fixture.tsx';

beforeAll(() => startManager(new HttpStandIn()), 30_000);

const Drawn = ({ item }: { item: Readonly<Record<string, unknown>> }) => (
  <p>{`${item.title}, ${item.cover === null ? 'drawn' : 'as a picture'}`}</p>
);

test('a cover stands for the image of a record that has none, and for no other field', async () => {
  extensions.set('books', { cover: async () => ({ default: Drawn }), inPanels: ['cover'] });
  onTestFinished(() => void extensions.delete('books'));
  const resource = resourceNamed('books')!;
  const { cover, publisher } = resource.fields;
  const item = { id: 'dune', title: 'Dune' };
  render(drawnCoverOf({ resource, field: cover!, item }, null));
  await screen.findByText('Dune, drawn');
  expect(drawnCoverOf({ resource, field: publisher!, item }, null)).toBeUndefined();
  expect(drawnCoverOf({ resource, field: cover!, item: undefined }, null)).toBeUndefined();
});

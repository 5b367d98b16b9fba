// @vitest-environment jsdom

import { defineResources, reference, references, text } from '@bindery/contract/schema/index.ts';
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import ReferencesInput from '../fields/inputs/references-input.tsx';
import { kind as one } from '../fields/reference.tsx';
import { kind as several } from '../fields/references.tsx';

const fields = { name: text() };
const resources = defineResources({
  books: { fields, rights: { user: ['read'] } },
  secrets: { fields, rights: { admin: ['read'] } },
  notes: { fields, rights: { user: ['read'] }, where: { user: ({ user }) => ({ name: user.email }) } },
  shelves: {
    fields: { books: reference('books'), secrets: reference('secrets'), notes: reference('notes') },
    rights: {},
  },
  lists: {
    fields: { books: references('books'), secrets: references('secrets'), notes: references('notes') },
    rights: {},
  },
});
const asked: string[] = [];

vi.mock('#frontend/shell/auth/session.ts', () => ({
  currentSession: () => ({ user: { role: 'user' } }),
  may: (resource: string) => resource !== 'secret',
}));
vi.mock('../resource.ts', async (original) => ({
  ...(await original<object>()),
  resourceNamed: (name: keyof typeof resources) => resources[name],
}));
vi.mock('@refinedev/core', () => ({
  useMany: (given: { resource: string; queryOptions?: { enabled: boolean } }) => {
    if (given.queryOptions?.enabled !== false) asked.push(given.resource);
    return { result: { data: [] }, query: { isLoading: false } };
  },
}));
vi.mock('../labels.ts', () => ({ useLabels: () => ({ message: () => 'New' }) }));
vi.mock('../fields/inputs/choice.tsx', async (original) => ({
  ...(await original<object>()),
  useChoices: () => ({ options: [], term: '' }),
  Choice: ({ value }: { value: readonly { label: string }[] | { label: string } }) =>
    [value].flat().map(({ label }) => label),
}));
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const id = '01900000-0000-7000-8000-00000000ffff';
const HIDDEN = 'manager.references.hidden';
const shown = (node: ReactNode) => {
  const { unmount } = render(<p data-testid="shown">{node}</p>);
  const { textContent } = screen.getByTestId('shown');
  unmount();
  return textContent;
};

it.each(['secrets', 'notes'] as const)(
  'a filter for a record of %s that the user may not read says so',
  (name) => {
    const { Value } = one.filter;
    const field = resources.shelves.fields[name];
    expect(shown(Value && <Value resource={resources.shelves} field={field} value={id} />)).toBe(HIDDEN);
  },
);

it('a filter for a nonexistent record names it with its id if the user reads all of them', () => {
  const { Value } = one.filter;
  const field = resources.shelves.fields.books;
  expect(shown(Value && <Value resource={resources.shelves} field={field} value={id} />)).toBe(id);
});

it('a history of several references marks the hidden ones', () => {
  const { Show } = several;
  const value = [{ id, label: id }];
  for (const name of ['secrets', 'notes'] as const)
    for (const given of [value, [id]])
      expect(
        shown(<Show resource={resources.lists} field={resources.lists.fields[name]} value={given} />),
      ).toBe(HIDDEN);
});

it.each(['secrets', 'notes'] as const)('the inputs of forms mark the hidden ones of %s', (name) => {
  const props = { id: 'input', onChange: () => {} };
  const value = { id, label: id };
  expect(
    shown(
      <one.Input
        {...props}
        resource={resources.shelves}
        field={resources.shelves.fields[name]}
        value={value}
      />,
    ),
  ).toBe(HIDDEN);
  const several = { resource: resources.lists, field: resources.lists.fields[name], value: [value] };
  expect(shown(<ReferencesInput {...props} {...several} />)).toBe(HIDDEN);
});

it('records that the user may not read at all are not requested', () => {
  expect(asked).toContain('notes');
  expect(asked).not.toContain('secrets');
});

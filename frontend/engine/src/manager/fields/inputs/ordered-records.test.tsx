// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OrderedRecords } from './ordered-records.tsx';

const records = [
  { id: '1', label: 'Ladder' },
  { id: '2', label: 'Saw' },
];

test('records of a read-only field are shown without controls to move or remove them', () => {
  const { rerender } = render(<OrderedRecords records={records} isFixed onChange={vi.fn()} />);
  expect(screen.getByText('Saw')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
  rerender(<OrderedRecords records={records} onChange={vi.fn()} />);
  expect(screen.getAllByRole('button')).toHaveLength(6);
});

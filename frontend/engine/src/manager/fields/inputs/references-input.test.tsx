// @vitest-environment jsdom

import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { OrderedRecords } from './references-input.tsx';

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

test('a record is dragged over any number of others in one go, also downwards, which moves it in the document', () => {
  const ROW = 40;
  // Rows below one another, in their current order.
  HTMLElement.prototype.getBoundingClientRect = function () {
    const top = [...(this.parentElement?.children ?? [])].indexOf(this) * ROW;
    return { top, bottom: top + ROW } as DOMRect;
  };
  function Choice() {
    const [chosen, setChosen] = useState([
      ...records,
      { id: '3', label: 'Drill' },
      { id: '4', label: 'Vice' },
    ]);
    return <OrderedRecords records={chosen} onChange={(next) => setChosen([...next])} />;
  }
  const { container } = render(<Choice />);
  const labels = () => [...container.querySelectorAll('bdi')].map(({ textContent }) => textContent);
  const grip = container.querySelector('[aria-hidden=true]')!;
  fireEvent.pointerDown(grip);
  for (const clientY of [60, 100, 140])
    act(() => void window.dispatchEvent(new MouseEvent('pointermove', { clientY })));
  expect(labels()).toEqual(['Saw', 'Drill', 'Vice', 'Ladder']);
  act(() => void window.dispatchEvent(new MouseEvent('pointermove', { clientY: 20 })));
  expect(labels()).toEqual(['Ladder', 'Saw', 'Drill', 'Vice']);
  act(() => void window.dispatchEvent(new MouseEvent('pointerup')));
  act(() => void window.dispatchEvent(new MouseEvent('pointermove', { clientY: 140 })));
  expect(labels()).toEqual(['Ladder', 'Saw', 'Drill', 'Vice']);
});

// @vitest-environment jsdom
import '#frontend/testing/browser-features.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { headingButton, headings, openList, serveList } from '../testing/list-fixture.tsx';

serveList();

const WIDTH = 200;

// All headings have the same width and are next to each other: jsdom has no layout.
beforeEach(() => {
  vi.spyOn(HTMLTableCellElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLTableCellElement,
  ) {
    const width = Number.parseFloat(this.style.getPropertyValue('--width')) || WIDTH;
    const left = this.cellIndex * WIDTH;
    return { width, left, right: left + WIDTH } as DOMRect;
  });
  HTMLElement.prototype.setPointerCapture = () => {};
});

const heading = (name: string) => headingButton(name).closest('th')!;
const edge = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` });
const widthOf = (name: string) => heading(name).style.getPropertyValue('--width');
const press = (element: Element, key: string, shiftKey = false) =>
  act(() => fireEvent.keyDown(element, { key, shiftKey }));

/** Drags something from one position to another like a mouse, which clicks at the end. */
async function drag(element: Element, from: number, to: number, pointerType = 'mouse') {
  const at = (clientX: number) => ({ clientX, pointerType, button: 0, pointerId: 1 });
  await act(async () => {
    fireEvent.pointerDown(element, at(from));
    fireEvent.pointerMove(element, at((from + to) / 2));
    fireEvent.pointerMove(element, at(to));
  });
  await act(async () => {
    fireEvent.pointerUp(element, at(to));
    fireEvent.click(element);
  });
}

describe('the width of a column', () => {
  test('follows the edge of its heading, and is the same at the next visit', async () => {
    await openList();
    expect(widthOf('Name')).toBe('');
    await drag(edge('Name'), 300, 350);
    expect(widthOf('Name')).toBe('250px');
    expect(edge('Name').ariaValueNow).toBe('250');
    cleanup();
    await openList();
    expect(widthOf('Name')).toBe('250px');
  });

  test('is changed with the arrow keys, within limits, and is automatic again after Delete', async () => {
    await openList();
    await press(edge('Name'), 'ArrowRight');
    expect(widthOf('Name')).toBe('216px');
    await press(edge('Name'), 'ArrowLeft');
    await press(edge('Name'), 'ArrowLeft');
    expect(widthOf('Name')).toBe('184px');
    for (let times = 0; times < 20; times++) await press(edge('Name'), 'ArrowLeft');
    expect(widthOf('Name')).toBe('64px');
    await press(edge('Name'), 'Delete');
    expect(widthOf('Name')).toBe('');
    expect(edge('Name').ariaValueText).toBe('automatic');
    expect(localStorage.length).toBe(0);
  });

  test('grows to the left where lines run from right to left', async () => {
    await openList();
    edge('Name').style.direction = 'rtl';
    await press(edge('Name'), 'ArrowLeft');
    expect(widthOf('Name')).toBe('216px');
    await drag(edge('Name'), 300, 250);
    expect(widthOf('Name')).toBe('266px');
  });

  test('belongs to the view that it was chosen for', async () => {
    const view = '01900000-0000-7000-8000-000000000001';
    await openList(`?_view=${view}`);
    await press(edge('Name'), 'ArrowRight');
    cleanup();
    await openList();
    expect(widthOf('Name')).toBe('');
    cleanup();
    await openList(`?_view=${view}`);
    expect(widthOf('Name')).toBe('216px');
  });

  test.each([
    ['nonsense', '{'],
    ['widths that no column has', JSON.stringify({ name: 5, role: 99_999, email: '200', gone: 200 })],
    ['values of another shape', JSON.stringify([['name', 200]])],
    ['nothing', 'null'],
  ])('is automatic if the storage contains %s', async (_, stored) => {
    localStorage.setItem('managerColumnSizes.users', stored);
    await openList();
    expect(['Email', 'Name', 'Role'].map(widthOf)).toEqual(['', '', '']);
  });
});

describe('a column', () => {
  test('is dragged to another position without sorting by it', async () => {
    const router = await openList();
    // The headings start after the cell of the checkbox.
    await drag(headingButton('Role'), 3 * WIDTH + 20, WIDTH + 20);
    expect(headings().slice(0, 3)).toEqual(['Role', 'Email', 'Name']);
    expect(router.state.location.search).toBe('');
    cleanup();
    await openList();
    expect(headings()[0]).toBe('Role');
  });

  test('is not dragged by a finger, which scrolls, or by a press that hardly moves', async () => {
    await openList();
    const before = headings();
    await drag(headingButton('Role'), 3 * WIDTH + 20, WIDTH + 20, 'touch');
    await drag(headingButton('Role'), 3 * WIDTH + 20, 3 * WIDTH + 24);
    expect(headings()).toEqual(before);
  });

  test('is moved with Shift and an arrow key, which keeps the focus and announces the new position', async () => {
    await openList();
    headingButton('Role').focus();
    await press(headingButton('Role'), 'ArrowLeft', true);
    expect(headings().slice(0, 3)).toEqual(['Email', 'Role', 'Name']);
    expect(document.activeElement).toBe(headingButton('Role'));
    expect(screen.getByText('Role: place 2 of 6')).toBeTruthy();
    for (let times = 0; times < 3; times++) await press(headingButton('Role'), 'ArrowLeft', true);
    expect(headings()[0]).toBe('Role');
    await press(headingButton('Role'), 'ArrowRight');
    expect(headings()[0]).toBe('Role');
  });
});

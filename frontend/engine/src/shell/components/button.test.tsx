// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { click } from '#frontend/testing/click.ts';
import { Button } from './button.tsx';

test('a button is busy while its action runs, and ignores clicks until then', async () => {
  const action = vi.fn((): Promise<void> => running.promise);
  let running = Promise.withResolvers<void>();
  render(<Button action={action}>Save</Button>);
  const button = screen.getByRole('button');
  expect(button.getAttribute('aria-busy')).toBeNull();

  await click(button);
  await click(button);
  expect(action).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-busy')).toBe('true');

  await act(async () => running.resolve());
  expect(button.getAttribute('aria-busy')).toBeNull();
  running = Promise.withResolvers();
  await click(button);
  expect(action).toHaveBeenCalledTimes(2);
});

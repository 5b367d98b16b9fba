import { act, fireEvent } from '@testing-library/react';

/**
 * Clicks an element, and waits for what React starts with it: outside of an awaited `act`, a test may never
 * see the end of a transition.
 */
export const click = (element: Element, options?: MouseEventInit): Promise<void> =>
  act(async () => void fireEvent.click(element, options));

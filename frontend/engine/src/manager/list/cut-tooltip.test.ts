// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showCutTexts } from './cut-tooltip.tsx';

const WHOLE = 'A text that is longer than its column';

const popover = { isOpen: false };
let stop: () => void;

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<section>
    <table><tbody>
      <tr><td><div data-cut id="link"><a href="#">${WHOLE}</a></div></td>
          <td><div data-cut id="text">${WHOLE}</div></td>
          <td><div data-cut id="short">Short</div></td></tr>
      <tr><td><div data-cut id="next">${WHOLE}</div></td></tr>
      <tr><td><div data-cut id="named"><a href="#"><bdi class="only-for-screen-readers">Name</bdi></a>Short</div></td>
          <td><div data-cut id="both"><a href="#"><bdi class="only-for-screen-readers">Name</bdi></a>${WHOLE}</div></td></tr>
      <tr><td><div data-cut id="far">${WHOLE}</div></td></tr>
    </tbody></table>
    <p></p>
  </section>`;
  for (const text of document.querySelectorAll('[data-cut], bdi'))
    Object.defineProperty(text, 'scrollWidth', { value: /Name$|longer/.test(text.textContent!) ? 200 : 0 });
  const tooltip = Object.assign(find('p'), {
    showPopover: () => void Object.assign(popover, { isOpen: true }),
    hidePopover: () => void Object.assign(popover, { isOpen: false }),
  });
  stop = showCutTexts({ box: find('section'), tooltip });
});

afterEach(() => {
  stop();
  popover.isOpen = false;
  vi.useRealTimers();
});

/** Moves the pointer onto an element: jsdom has no layout to find the element with. */
function rest(on: HTMLElement, pointerType = 'mouse') {
  document.elementFromPoint = () => on;
  on.dispatchEvent(Object.assign(new Event('pointermove', { bubbles: true }), { pointerType }));
  vi.advanceTimersByTime(500);
}

const focusByKey = (element: HTMLElement) => {
  vi.spyOn(element, 'matches').mockReturnValue(true);
  element.focus();
};

test('a truncated text is complete in a tooltip while the pointer is over it', () => {
  rest(find('#text'));
  expect([popover.isOpen, find('p').textContent]).toEqual([true, WHOLE]);
  rest(find('#short'));
  expect(popover.isOpen).toBe(false);
});

test('the pointer may move on to the tooltip, and a finger shows no tooltip', () => {
  rest(find('#text'), 'touch');
  expect(popover.isOpen).toBe(false);
  rest(find('#text'));
  rest(find('p'));
  expect(popover.isOpen).toBe(true);
});

test('a truncated text is complete in a tooltip while its link has the keyboard focus', () => {
  focusByKey(find('#link a'));
  expect([popover.isOpen, find('p').textContent]).toEqual([true, WHOLE]);
  find('#link a').blur();
  expect(popover.isOpen).toBe(false);
});

test('a tooltip does not contain the name that only screen readers read, which truncates nothing', () => {
  focusByKey(find('#named a'));
  expect(popover.isOpen).toBe(false);
  focusByKey(find('#both a'));
  expect([popover.isOpen, find('p').textContent]).toEqual([true, WHOLE]);
});

test('Escape hides the tooltip, and so does scrolling the page', () => {
  for (const event of [new KeyboardEvent('keydown', { key: 'Escape' }), new Event('scroll')]) {
    rest(find('#short'));
    rest(find('#text'));
    expect(popover.isOpen).toBe(true);
    dispatchEvent(event);
    expect(popover.isOpen).toBe(false);
  }
});

test('Tab reaches the truncated texts of the row with the focus and of its neighbours, and no others', () => {
  find('#link a').focus();
  expect(find('#text').tabIndex).toBe(0);
  expect(find('#next').tabIndex).toBe(0);
  for (const id of ['#link', '#short', '#far']) expect(find(id).hasAttribute('tabindex')).toBe(false);
});

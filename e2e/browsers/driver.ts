/** Identifies an element by its kind, and its visible label. */
export interface Target {
  readonly kind: 'button' | 'link' | 'field' | 'option' | 'heading' | 'text';
  readonly name: string;
}

/** A browser under test, independent of its automation protocol. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a function in the page; it must not use variables from outside. */
  run<Result, Input>(script: (input: Input) => Result, input: Input): Promise<Result>;
  /** Returns whether the element is visible. */
  has(target: Target): Promise<boolean>;
  /** Clicks the element with the mouse; returns false if there is none yet. */
  click(target: Target): Promise<boolean>;
  /** Replaces the value of a field, key by key; returns false if there is none yet. */
  type(target: Target, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Finds an element. Runs in the page, so it uses no outside variables. An open dialog hides elements below
 * it.
 */
export function findElement({ kind, name }: Target): HTMLElement | null {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    option: '[role=option], .ant-select-item-option',
    heading: 'h1, h2',
    text: 'p, li, dd, td, div, h1, h2, button span',
    field: 'label, :is(input, textarea, [role=combobox])[aria-label]',
  };
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const root = dialogs.at(-1) ?? document;
  const read = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isMoving = (element: Element) =>
    document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && (effect as KeyframeEffect).target?.contains(element),
      );
  // Options are repeated for screen readers in a list without size, and their list moves into place. A driver
  // that clicks one before it is there, or below the edge of the list, scrolls the list instead.
  const isReady = (option: Element) => {
    const { x, y, width, height } = option.getBoundingClientRect();
    return option.contains(document.elementFromPoint(x + width / 2, y + height / 2)) && !isMoving(option);
  };
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && (kind !== 'option' || isReady(element));
  // Messages appear above a dialog, and options of a form outside of it.
  const scope = kind === 'text' || kind === 'option' ? document : root;
  const named = [...scope.querySelectorAll<HTMLElement>(selectors[kind])].filter((element) => {
    const names = [element.getAttribute('aria-label'), element.getAttribute('title'), read(element)];
    const fits = kind === 'text' ? read(element).includes(name) : names.includes(name);
    return fits && isShown(element);
  });
  // Takes the innermost of nested elements.
  const found = named.at(kind === 'text' ? -1 : 0) ?? null;
  if (kind !== 'field' || !(found instanceof HTMLLabelElement)) return found;
  const control = found.control;
  return control?.closest<HTMLElement>('.ant-select') ?? control;
}

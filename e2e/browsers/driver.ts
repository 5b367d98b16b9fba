/** How an element is found: by what it is, and the name that users read beside or on it. */
export interface Target {
  readonly kind: 'button' | 'link' | 'field' | 'option' | 'heading' | 'text';
  readonly name: string;
}

/** A browser under test, driven by whichever protocol it speaks. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Runs a function in the page, which must not use anything from outside of it. */
  run<Result, Input>(script: (input: Input) => Result, input: Input): Promise<Result>;
  /** Whether the element is to be seen. */
  has(target: Target): Promise<boolean>;
  /** Clicks with the mouse on the element; false where there is none yet. */
  click(target: Target): Promise<boolean>;
  /** Replaces what stands in a field, key by key; false where there is none yet. */
  type(target: Target, text: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Finds an element in the page. Runs there, so it uses nothing from outside. An open dialog hides what is below it. */
export function findElement({ kind, name }: Target): HTMLElement | null {
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    option: '[role=option], .ant-select-item-option',
    heading: 'h1, h2',
    text: 'p, li, dd, td, div, h1, h2, button span',
    field: 'label, [aria-label]',
  };
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  const root = dialogs.at(-1) ?? document;
  const read = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const isShown = (element: Element) => element.getClientRects().length > 0;
  // Messages appear above a dialog, and options of a form outside of it.
  const scope = kind === 'text' || kind === 'option' ? document : root;
  const named = [...scope.querySelectorAll<HTMLElement>(selectors[kind])].filter((element) => {
    const names = [element.getAttribute('aria-label'), element.getAttribute('title'), read(element)];
    const fits = kind === 'text' ? read(element).includes(name) : names.includes(name);
    return fits && isShown(element);
  });
  // Of nested elements the innermost one.
  const found = named.at(kind === 'text' ? -1 : 0) ?? null;
  if (kind !== 'field' || !(found instanceof HTMLLabelElement)) return found;
  const control = found.control;
  return control?.closest<HTMLElement>('.ant-select') ?? control;
}

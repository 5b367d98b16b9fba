import { setTimeout as wait } from 'node:timers/promises';
import type { Driver, Target } from './driver.ts';

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 100;

/** Performs user actions in a browser, and waits until the element they need is visible. */
export class Visitor {
  readonly #driver: Driver;
  readonly #baseUrl: string;

  constructor(driver: Driver, baseUrl: string) {
    this.#driver = driver;
    this.#baseUrl = baseUrl;
  }

  open(path: string): Promise<void> {
    return this.#driver.open(this.#baseUrl + path);
  }

  click(kind: Target['kind'], name: string): Promise<void> {
    return this.#until(`${kind} "${name}"`, () => this.#driver.click({ kind, name }));
  }

  type(field: string, text: string): Promise<void> {
    return this.#until(`field "${field}"`, () => this.#driver.type({ kind: 'field', name: field }, text));
  }

  /** Picks an option of a native select. */
  async choose(field: string, value: string): Promise<void> {
    await this.sees('field', field);
    // Drivers open these lists in different ways, or not at all, so the value is set and the change event
    // dispatched.
    await this.#driver.run(
      ([name, chosen]) => {
        const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
          textContent?.startsWith(name!),
        );
        const select = label!.control as HTMLSelectElement;
        select.value = chosen!;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [field, value],
    );
  }

  /** Picks an option of a select with a custom list. */
  pick(field: string, option: string): Promise<void> {
    return this.#until(`${option} in the field "${field}"`, async () => {
      const { isOpen, isChosen } = await this.#driver.run(
        (name) => ({
          isOpen: document.querySelector('.ant-select-open') !== null,
          isChosen: document.querySelector(`.ant-select-selection-item[title="${name}"]`) !== null,
        }),
        option,
      );
      if (isChosen) return true;
      // Its list moves into place, so that a click may miss the option.
      if (!isOpen) await this.#driver.click({ kind: 'field', name: field });
      else await this.#driver.click({ kind: 'option', name: option });
      return false;
    });
  }

  sees(kind: Target['kind'], name: string): Promise<void> {
    return this.#until(`${kind} "${name}"`, () => this.#driver.has({ kind, name }));
  }

  /** Waits until a script in the page returns true. */
  until<Input>(what: string, script: (input: Input) => boolean, input: Input): Promise<void> {
    return this.#until(what, () => this.#driver.run(script, input));
  }

  read<Result>(script: () => Result): Promise<Result> {
    return this.#driver.run(script, undefined);
  }

  async #until(what: string, isDone: () => Promise<boolean>) {
    const end = Date.now() + TIMEOUT_MS;
    let last: unknown = '';
    while (Date.now() < end) {
      try {
        if (await isDone()) return;
      } catch (error) {
        // An element that is being re-rendered can be neither found nor clicked.
        last = error;
      }
      await wait(PAUSE_MS);
    }
    const shown = await this.#driver.run(() => `${location.href}\n${document.body.innerText}`, undefined);
    throw new Error(`Waited in vain for ${what}. ${last}\n${shown}`);
  }
}

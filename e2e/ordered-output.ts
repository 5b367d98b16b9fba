/** The output of one task, which ends when the task does. */
export interface TaskOutput {
  write(text: string): void;
  end(): void;
}

/**
 * Prints the outputs of tasks that run at the same time one after the other, as if they had run one after the other:
 * that of the first unfinished task as it comes, those that follow once it has ended.
 */
export class OrderedOutput {
  readonly #print: (text: string) => void;
  readonly #waiting: { held: string; hasEnded: boolean }[] = [];

  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  /** Adds the output of a task, to be printed after those that have been added before. */
  add(): TaskOutput {
    const output = { held: '', hasEnded: false };
    this.#waiting.push(output);
    return {
      write: (text) => {
        output.held += text;
        this.#printFirst();
      },
      end: () => {
        output.hasEnded = true;
        this.#printFirst();
      },
    };
  }

  #printFirst() {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (first.held) this.#print(first.held);
      first.held = '';
      if (!first.hasEnded) return;
      this.#waiting.shift();
    }
  }
}

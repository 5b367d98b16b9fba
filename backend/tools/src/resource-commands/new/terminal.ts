import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { CommandError } from '../command.ts';
import { wrap } from '../wrap.ts';

/** Asks questions and prints lines. */
export interface Terminal {
  /**
   * Returns the answer, without white space around it.
   *
   * @throws CommandError when there is no answer: the input ends, or Ctrl C is pressed.
   */
  ask(question: string): Promise<string>;
  print(text: string): void;
  close(): void;
}

/** Opens a terminal on the streams of the process, or others. */
export function openTerminal({
  input = process.stdin,
  output = process.stdout,
}: {
  input?: Readable;
  output?: Writable;
} = {}): Terminal {
  const lines = createInterface({ input, output });
  // Keeps the lines that are typed or pasted before they are asked for.
  const answers = lines[Symbol.asyncIterator]();
  let isOver = false;
  lines.on('close', () => {
    isOver = true;
  });
  return {
    ask: async (question) => {
      if (!isOver) {
        lines.setPrompt(question);
        lines.prompt();
      }
      const { value, done } = await answers.next();
      if (done) throw new CommandError('\nNothing was written.');
      return value.trim();
    },
    print: (text) => output.write(`${text}\n`),
    close: () => lines.close(),
  };
}

/** Asks until `parse` takes the answer; a wrong one is asked again, with what was wrong. */
export async function askFor<Result>(
  terminal: Pick<Terminal, 'ask' | 'print'>,
  question: string,
  parse: (answer: string) => Result,
): Promise<Result> {
  for (;;) {
    const answer = await terminal.ask(question);
    try {
      return parse(answer);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.print(wrap(error.message, { first: '  ' }));
    }
  }
}

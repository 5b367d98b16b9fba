import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { CommandError } from '../command.ts';

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
  const end = new AbortController();
  lines.on('close', () => end.abort());
  return {
    ask: async (question) => {
      try {
        return (await lines.question(question, { signal: end.signal })).trim();
      } catch {
        throw new CommandError('\nNothing was written.');
      }
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
      terminal.print(`  ${error.message}`);
    }
  }
}

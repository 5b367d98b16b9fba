import { setTimeout as wait } from 'node:timers/promises';

const MIN_MS = 20;
const MAX_MS = 200;

/**
 * Asks until an answer is the last one, and returns it. The pauses become longer, because each question takes
 * CPU time from what it waits for.
 */
export async function askUntil<Answer>(
  ask: () => Promise<Answer>,
  isLast: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let ms = MIN_MS; ; ms = Math.min(ms * 1.5, MAX_MS)) {
    const answer = await ask();
    if (isLast(answer)) return answer;
    await wait(ms);
  }
}

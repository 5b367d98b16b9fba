import { distance } from 'fastest-levenshtein';

/** Returns the most similar known word, if any is similar enough. */
export const nearestWord = (word: string, known: readonly string[]): string | undefined => {
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined;
};

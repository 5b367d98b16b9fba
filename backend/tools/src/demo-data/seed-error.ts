/** Says in its message why records cannot be made; thrown before the batch at fault is written. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}

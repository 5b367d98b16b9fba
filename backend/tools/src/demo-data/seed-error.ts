/**
 * An error whose message says why records cannot be generated; thrown before the failing batch is written.
 */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}

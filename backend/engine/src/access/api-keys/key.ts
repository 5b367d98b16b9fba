import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';

/** `bindery_3f9a1c2e5b7d_` and 43 characters, which hold 256 random bits. The part before them is public. */
const KEY = /^([\w-]{1,100}_[\da-f]{12})_[\w-]{43}$/;

/** A new API key. */
interface NewKey {
  /** The secret for the user, shown once and stored nowhere. */
  readonly key: string;
  readonly prefix: string;
  readonly hash: string;
}

/** Creates a random API key. */
export function createKey(): NewKey {
  const prefix = `${product().slug}_${randomBytes(6).toString('hex')}`;
  const key = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return { key, prefix, hash: hashOf(key).toString('hex') };
}

/** Returns the public part of a key, which finds its row; undefined for a text that is not a key. */
export const prefixOf = (key: string): string | undefined => KEY.exec(key)?.[1];

/** Compares a key with a hash, in a time that does not depend on how much of it matches. */
export function isKeyOf(hash: string, key: string): boolean {
  const stored = Buffer.from(hash, 'hex');
  const given = hashOf(key);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** A key is as random as a hash, so neither salt nor a slow hash would improve its protection. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

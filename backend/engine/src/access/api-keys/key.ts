import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { product } from '@bindery/contract/api/product.ts';

/** `bindery_3f9a1c2e5b7d_` and 43 characters, which hold 256 random bits. What stands before them is no secret. */
const KEY = /^([\w-]{1,100}_[\da-f]{12})_[\w-]{43}$/;

/** A new API key. */
export interface NewKey {
  /** What the user sends; it is shown once and kept nowhere. */
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

/** Returns the part of a key by which it is found; undefined for a text that is no key. */
export const prefixOf = (key: string): string | undefined => KEY.exec(key)?.[1];

/** Returns whether a hash is that of the key, in a time that does not depend on how much of it is right. */
export function isKeyOf(hash: string, key: string): boolean {
  const kept = Buffer.from(hash, 'hex');
  const given = hashOf(key);
  return kept.length === given.length && timingSafeEqual(kept, given);
}

/** A key is as random as a hash, so that neither salt nor a slow hash would protect it any better. */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

import type { RequestHandler } from 'express';
import type { FieldError } from '#contract/errors.ts';
import { fieldError } from '#contract/validation.ts';
import { ApiError } from './api-error.ts';

/** Maximum nesting depth: no valid input is deeper, and recursive code would overflow the stack. */
const DEEPEST = 20;

/**
 * Rejects a query or body that no endpoint can process: text that PostgreSQL cannot store (a NUL, a lone surrogate),
 * members named like those of Object.prototype, and excessive nesting.
 */
export const refuseUnfitInput: RequestHandler = (req, _res, next) => {
  requireFitInput(req.query);
  requireFitInput(req.body);
  next();
};

/** @throws ApiError INVALID that names the offending members. */
export function requireFitInput(input: unknown): void {
  if (typeof input !== 'object' || input === null)
    return void (isFit(input, 0) || refuse({ body: [wrong('body')] }));
  const errors: Record<string, FieldError[]> = Object.create(null);
  for (const [name, value] of Object.entries(input)) {
    if (isInherited(name)) errors[name] = [fieldError(name, 'errors.unknown')];
    else if (!isText(name) || !isFit(value, 1)) errors[name] = [wrong(name)];
  }
  if (Object.keys(errors).length > 0) refuse(errors);
}

function isFit(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEEPEST) return false;
  return Object.entries(value).every(
    ([name, member]) => isText(name) && !isInherited(name) && isFit(member, depth + 1),
  );
}

/** Returns whether PostgreSQL can store a text and a URL can carry it. */
const isText = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Returns whether Object.prototype has a member of this name: `constructor`, `toString`, `__proto__`. */
const isInherited = (name: string) => name in Object.prototype;

const wrong = (name: string) => fieldError(name, 'errors.invalid');

function refuse(errors: Readonly<Record<string, readonly FieldError[]>>): never {
  throw new ApiError('INVALID', { errors });
}

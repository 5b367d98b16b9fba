import type { Conversion } from '@bindery/backend/database/migrations/plan.ts';

const baseOf = (type: string): string => type.replace(/\(.*/, '').trim();
const sizesOf = (type: string): number[] => (type.match(/\d+/g) ?? []).map(Number);

/**
 * Returns whether PostgreSQL rewrites every row to change a column's type. It does not if all stored values
 * stay valid: for texts with a larger limit or none, and for numbers with more digits before the point.
 */
export function needsRewrite({ from, to }: Pick<Conversion, 'from' | 'to'>): boolean {
  const [old, now] = [baseOf(from), baseOf(to)];
  if (now === 'text') return old !== 'text' && old !== 'varchar';
  if (old !== now) return !(old === 'text' && now === 'varchar' && sizesOf(to).length === 0);
  const [size = Number.POSITIVE_INFINITY, scale = 0] = sizesOf(to);
  const [formerSize = Number.POSITIVE_INFINITY, formerScale = 0] = sizesOf(from);
  return size < formerSize || scale !== formerScale;
}

import { isDynamicDefault } from '@bindery/contract/schema/dynamic-default.ts';

/** Returns a value as code, with quotes around keys only where necessary; `none` for undefined. */
export function inCode(value: unknown): string {
  if (value === undefined) return 'none';
  if (typeof value === 'function') return String(value);
  if (isDynamicDefault(value)) return value.from;
  if (Array.isArray(value)) return `[${value.map(inCode).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, part]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    return `${key}: ${inCode(part)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

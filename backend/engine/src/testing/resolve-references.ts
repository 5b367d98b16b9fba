type Json = Readonly<Record<string, unknown>>;

const LOCAL = /^#\/components\/([\w.-]+)\/([\w.-]+)$/;

/**
 * Returns an OpenAPI document with references to its components replaced with these. A reference to nothing,
 * or back to its own component, is unchanged. Components are shared, not copied.
 */
export function resolveReferences<Document extends object>(document: Document): Document {
  const components = ((document as Json).components ?? {}) as Readonly<Record<string, Json | undefined>>;
  const resolved = new Map<string, unknown>();
  const open = new Set<string>();

  const target = (reference: string): unknown => {
    const [, section = '', name = ''] = LOCAL.exec(reference) ?? [];
    const part = components[section]?.[name];
    if (part === undefined || open.has(reference)) return undefined;
    if (!resolved.has(reference)) {
      open.add(reference);
      resolved.set(reference, resolve(part));
      open.delete(reference);
    }
    return resolved.get(reference);
  };

  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref } = part as Json;
    const found = typeof $ref === 'string' ? target($ref) : undefined;
    if (found !== undefined) return found;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolve(value)]));
  };

  return resolve(document) as Document;
}

const MAX_LENGTH = 255;
/** Control characters, and characters that disguise a name by changing the writing direction. */
const DECEPTIVE = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Returns the name of an uploaded file as it is stored and shown; it never becomes a path. `extension`
 * replaces the given one, for a re-encoded image.
 */
export function cleanFileName(given: string | undefined, extension?: string): string {
  const name = (given ?? '').toWellFormed().replaceAll(DECEPTIVE, '').replaceAll(/[/\\]/g, '_').trim();
  const [, stem = '', own = ''] = /^(.*?)(\.[\p{L}\p{N}]{1,10})?$/u.exec(name) ?? [];
  const isSame = own.toLowerCase() === extension || (own.toLowerCase() === '.jpeg' && extension === '.jpg');
  const ending = extension === undefined || isSame ? own : extension;
  return cut(stem || 'file', MAX_LENGTH - ending.length) + ending;
}

/** Truncates a text without splitting a character. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

/** Returns the header with the name of a download, in the form that supports every character (RFC 6266). */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

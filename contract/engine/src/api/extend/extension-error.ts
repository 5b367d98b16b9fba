/** Thrown for an extension that contradicts the config; the message is for the developer. */
export class ExtensionError extends Error {
  override name = 'ExtensionError';
}

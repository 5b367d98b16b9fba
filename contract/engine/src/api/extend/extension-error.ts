/** Thrown for an extension that does not fit the config; the message is for the developer. */
export class ExtensionError extends Error {
  override name = 'ExtensionError';
}

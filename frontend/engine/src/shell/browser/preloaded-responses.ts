declare global {
  /**
   * The responses that the preload links of the document request, by address. A script of index.html reads
   * them.
   */
  var preloads: Map<string, Promise<Response>> | undefined;
}

/**
 * The preloaded responses, API calls and locale files, by address. By the time a page is rendered they have
 * arrived, so it renders its content at once instead of placeholders first.
 */
export const preloadedResponses: Map<string, Promise<Response>> = globalThis.preloads ?? new Map();

/** Returns the preloaded response to a GET, even before it has arrived. Only its first request gets it. */
export function takeResponse(address: string): Promise<Response> | undefined {
  const response = preloadedResponses.get(address);
  preloadedResponses.delete(address);
  return response;
}

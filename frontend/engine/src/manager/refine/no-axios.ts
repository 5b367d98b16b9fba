/**
 * Stub that replaces axios, which simple-rest instantiates on import as its default client. We pass another
 * client, so axios, a fifth of React's size, is not loaded.
 */
export default {
  create: () => ({ interceptors: { response: { use: () => {} } } }),
};

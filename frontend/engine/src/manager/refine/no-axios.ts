/**
 * Stub that replaces axios, which simple-rest instantiates on import as its default client. We pass our own
 * client, so axios, a fifth of React's size, need not be loaded.
 */
export default {
  create: () => ({ interceptors: { response: { use: () => {} } } }),
};

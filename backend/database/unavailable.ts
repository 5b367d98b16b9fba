/** The database cannot be used; the message is one line for a person at a terminal and says what to do. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Returns the URL of a list with the drawer that edits a record, including the list's own parameters. */
export function editAddress(search: string, id: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set('edit', id);
  return `?${parameters}`;
}

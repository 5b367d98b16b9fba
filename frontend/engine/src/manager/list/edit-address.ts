/** Returns the address of a list with the drawer that edits a record, with the list's own parameters. */
export function editAddress(search: string, id: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set('edit', id);
  return `?${parameters}`;
}

/** The query of the list of genres; as many as one response can have. */
export const genreListQuery = { _start: 0, _end: 100, _sort: 'name', _order: 'asc' };

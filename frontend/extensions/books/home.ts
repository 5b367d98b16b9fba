import type { HomeData } from '@bindery/frontend/pages';

/** The query of the newest books. */
export const newBooksQuery = { _start: 0, _end: 6, _sort: 'createdAt', _order: 'desc' };

/** The query of the list of genres, as many as one response can have, without counting their books. */
export const genreListQuery = {
  _start: 0,
  _end: 100,
  _sort: 'name',
  _order: 'asc',
  _computed: false,
} as const;

export default {
  calls: [
    '/api/books?_start=0&_end=6&_sort=createdAt&_order=desc',
    '/api/genres?_start=0&_end=100&_sort=name&_order=asc&_computed=false',
  ],
} satisfies HomeData;

/** A genre as the API returns it. */
export interface Genre {
  readonly id: string;
  readonly name: string;
}

/** The URL of the list of genres; as many as one response can have. */
export const genreListAddress = '/api/genres?_start=0&_end=100&_sort=name&_order=asc';

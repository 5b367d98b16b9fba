import type { HomeData } from '@bindery/frontend/app/feature.ts';
import { genreListAddress } from './genres.ts';

/** The URL of the newest books. */
export const newBooksAddress = '/api/books?_start=0&_end=6&_sort=createdAt&_order=desc';

export default { calls: [newBooksAddress, genreListAddress] } satisfies HomeData;

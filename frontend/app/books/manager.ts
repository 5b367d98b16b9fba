import type { ManagerSlots } from '../feature.ts';

export default { books: { cover: 'app/books/manager-cover.tsx' } } satisfies ManagerSlots;

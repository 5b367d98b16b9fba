import type { ManagerSlots } from '../feature.ts';

export default {
  books: { cover: 'app/books/parts/manager-cover.tsx', coverField: 'cover' },
} satisfies ManagerSlots;

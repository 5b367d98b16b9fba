import { BookCover } from './book-cover.tsx';

/** Renders the cover that readers see, on the book's page in the manager. */
export default function ManagerCover({ item }: { item: Readonly<Record<string, unknown>> }) {
  const { id } = item.genre as { id: string };
  return <BookCover title={String(item.title)} author={String(item.author)} genre={id} size="large" />;
}

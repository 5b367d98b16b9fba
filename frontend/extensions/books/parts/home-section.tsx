import { AppLink, Button } from '@bindery/frontend/components';
import { api } from '@bindery/frontend/http';
import { may, type Reading, useRead } from '@bindery/frontend/pages';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { genreListQuery, newBooksQuery } from '../home.ts';
import { BookTiles, SectionHead } from './book-tiles.tsx';
import styles from './home-section.module.css';

/** Renders the newest books and the genres on the home page, if the visitor may read them. */
export default function HomeSection() {
  return (
    <>
      {may('book', 'read') && <NewBooks />}
      {may('book', 'read') && may('genre', 'read') && <Genres />}
    </>
  );
}

function NewBooks() {
  const { t } = useTranslation();
  const books = useRead(api.books.list, { query: newBooksQuery });
  return (
    <Section title={t('books.home.newest')} all="/app/books?_sort=createdAt" reading={books}>
      <BookTiles books={books.data} />
    </Section>
  );
}

function Genres() {
  const { t } = useTranslation();
  const genres = useRead(api.genres.list, { query: genreListQuery });
  return (
    <Section title={t('books.home.genres')} reading={genres}>
      <ul className={styles.genres} aria-busy={genres.state === 'loading'}>
        {genres.data?.map(({ id, name }) => (
          <li key={id}>
            <AppLink className={styles.genre} to={`/app/books?genre=${id}`}>
              <bdi>{name}</bdi>
            </AppLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SectionProps {
  title: string;
  /** The address of all of them. */
  all?: string | undefined;
  reading: Reading<readonly unknown[]>;
  children: ReactNode;
}

/**
 * Renders a section with its records, or a message if they could not be loaded; nothing if there are none.
 */
function Section({ title, all, reading: { state, data, again }, children }: SectionProps) {
  const { t } = useTranslation();
  const id = useId();
  if (data?.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} all={all} />
      {state === 'failed' ? (
        <p className={styles.failed} role="alert">
          {t('books.failed')} <Button onClick={again}>{t('common.tryAgain')}</Button>
        </p>
      ) : (
        children
      )}
    </section>
  );
}

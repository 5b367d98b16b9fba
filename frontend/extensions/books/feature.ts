import type { AppFeature } from '@bindery/frontend/pages';
import { BookOpen } from 'lucide-react';

export default {
  to: '/app/books',
  icon: BookOpen,
  tab: 'books.nav',
  intro: 'books.intro',
  browse: 'books.browse',
  reads: 'book',
  fullScreen: ['/app/books/:id'],
} satisfies AppFeature;

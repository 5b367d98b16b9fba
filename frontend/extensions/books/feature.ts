import { BookOpen } from 'lucide-react';
import type { AppFeature } from '../../app/feature.ts';

export default {
  to: '/app/books',
  icon: BookOpen,
  tab: 'books.nav',
  intro: 'books.intro',
  browse: 'books.browse',
  reads: 'book',
  fullScreen: ['/app/books/:id'],
} satisfies AppFeature;

import { expect, it } from 'vitest';
import { iconsModule } from './resource-icons.ts';

it('imports only the icons that entries name, each once', () => {
  const resources = {
    books: { name: 'books', icon: 'BookOpen' },
    films: { name: 'films', icon: 'Film' },
    papers: { name: 'papers', icon: 'BookOpen' },
    others: { name: 'others', icon: undefined },
  };
  expect(iconsModule(resources)).toBe(
    `import { BookOpen, Film } from 'lucide-react';
export const resourceIcons = { "books": BookOpen, "films": Film, "papers": BookOpen };`,
  );
});

it('imports nothing if no entry names an icon', () => {
  expect(iconsModule({ books: { name: 'books', icon: undefined } })).toBe(
    'export const resourceIcons = {  };',
  );
});

it.each(['BokOpen', 'constructor', 'Nothing at all like an icon'])(
  'rejects %s, which is not an icon',
  (icon) => {
    expect(() => iconsModule({ books: { name: 'books', icon } })).toThrow(
      `resources.config.ts: books.icon: "${icon}" is unknown`,
    );
  },
);

import { lendingLibrary } from '@bindery/contract/testing/lending-library.ts';
import { expect, test } from 'vitest';
import { guessMapping, importTargets } from './guess-mapping.ts';

const french: Readonly<Record<string, string>> = {
  title: 'Titre',
  author: 'Auteur',
  genre: 'Genre',
  publisher: 'Éditeur',
};
const resource = lendingLibrary.books;
const targets = importTargets(resource, {
  labelOf: ({ name }) => french[name] ?? name,
  idLabel: 'Identifiant',
});
const guess = (...headings: string[]) => guessMapping(headings, { resource, targets });

test('columns are guessed from the names of fields, as an export writes them', () => {
  expect(guess('id', 'title', 'author', 'genre', 'genre.id', 'publisher', 'createdAt')).toEqual([
    ...['id', 'title', 'author', 'genre', 'genre.id', 'publisher', null],
  ]);
});

test("columns are guessed from the labels in the user's language, ignoring case and accents", () => {
  expect(guess('EDITEUR', 'titre', ' Auteur ')).toEqual(['publisher', 'title', 'author']);
});

test('a heading with a typo is guessed, another word is not', () => {
  expect(guess('autheur', 'pubisher', 'price', '')).toEqual(['author', 'publisher', null, null]);
});

test('no field has two columns', () => {
  expect(guess('title', 'Titre', 'Title')).toEqual(['title', null, null]);
});

test('a file is imported with its id, and the column with its name is ignored', () => {
  const { specimens } = lendingLibrary;
  const ofSpecimens = importTargets(specimens, { labelOf: ({ title }) => title, idLabel: 'Id' });
  const headings = ['image', 'image.id', 'file', 'file.id'];
  expect(guessMapping(headings, { resource: specimens, targets: ofSpecimens })).toEqual([
    ...[null, 'image.id', null, 'file.id'],
  ]);
});

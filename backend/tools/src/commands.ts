import type { Command } from './resource-commands/command.ts';

/** A line of the table of commands. */
export interface Entry {
  /** What it does, in one line of the list of commands. */
  readonly summary: string;
  /** Loads its module when it runs, so that the others work while one of them cannot be loaded. */
  load(): Promise<Command>;
}

/** The commands of `bindery`, by name, in the order of their list. A file each. */
export const commands: Readonly<Record<string, Entry>> = {
  dev: {
    summary: 'starts the server for development, and again after each change',
    load: () => import('./dev/command.ts'),
  },
  test: {
    summary: 'checks types, and tests entries, texts, pages in the browser, and what is your own',
    load: () => import('./test-command.ts'),
  },
  plan: {
    summary: 'says what the edited config changes: SQL, endpoints, rights, texts',
    load: () => import('./resource-commands/plan.ts'),
  },
  check: {
    summary: 'says what is wrong with the entries, and which ejected pages they have moved on from',
    load: () => import('./resource-commands/check.ts'),
  },
  'migration create': {
    summary: 'writes a migration for what no migration has yet',
    load: () => import('./create-migration.ts'),
  },
  seed: {
    summary: 'fills the local database with made records',
    load: () => import('./seed-command.ts'),
  },
  eject: {
    summary: 'writes a generated page of a resource as code of your own',
    load: () => import('./resource-commands/eject.ts'),
  },
  texts: {
    summary: 'says which texts are missing in which language, and writes them in English',
    load: () => import('./resource-commands/texts.ts'),
  },
  'client pack': {
    summary: 'writes the client of the API as an npm package',
    load: () => import('./client-package/main.ts'),
  },
  upgrade: {
    summary: 'says what the installed version of the engine asks of the product',
    load: () => import('./upgrade/command.ts'),
  },
  setup: {
    summary: 'gives the product its name and colour, with or without the example',
    load: () => import('./setup/main.ts'),
  },
};

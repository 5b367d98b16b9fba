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
    summary: 'starts the development server, and restarts it after each change',
    load: () => import('./dev/command.ts'),
  },
  test: {
    summary: 'checks types, and tests entries, texts, pages in the browser, and your own code',
    load: () => import('./test-command.ts'),
  },
  plan: {
    summary: 'reports what the edited config changes: SQL, endpoints, rights, texts',
    load: () => import('./resource-commands/plan.ts'),
  },
  check: {
    summary: 'reports invalid entries, and ejected pages whose entries have changed',
    load: () => import('./resource-commands/check-entries.ts'),
  },
  'migration create': {
    summary: 'writes a migration for the changes since the last one',
    load: () => import('./create-migration.ts'),
  },
  seed: {
    summary: 'fills the local database with fake data',
    load: () => import('./demo-data/seed.ts'),
  },
  eject: {
    summary: 'writes a generated page of a resource as your own code',
    load: () => import('./resource-commands/eject/eject-page.ts'),
  },
  texts: {
    summary: 'lists missing texts by language, and adds them in English',
    load: () => import('./resource-commands/texts.ts'),
  },
  'client pack': {
    summary: 'writes the client of the API as an npm package',
    load: () => import('./client-package/write-package.ts'),
  },
  upgrade: {
    summary: 'reports the steps that the installed version of the engine requires',
    load: () => import('./upgrade/command.ts'),
  },
  setup: {
    summary: 'sets the name and colour of the product, with or without the example',
    load: () => import('./setup/setup.ts'),
  },
};

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outbox, StoredMail } from '@bindery/backend/kernel/mail/mailer.ts';

/** The file between two servers: its codes are as secret as the database beside it. */
const FILE = 'outbox.json';
const MAX_KEPT = 50;

/** Keeps the latest emails in the data folder for the next development server. */
export function keepOutbox(outbox: Outbox, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, FILE), JSON.stringify(outbox.list().slice(0, MAX_KEPT)), { mode: 0o600 });
}

/** Adds the emails that the development server before this one has kept, and removes their file. */
export function restoreOutbox(outbox: Outbox, dataDir: string): void {
  const file = join(dataDir, FILE);
  let kept: string;
  try {
    kept = readFileSync(file, 'utf8');
  } catch {
    return;
  }
  rmSync(file);
  const mails: StoredMail[] = JSON.parse(kept, (key, value) =>
    key === 'usefulUntil' ? new Date(value) : value,
  );
  outbox.restore(mails);
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Outbox } from '@bindery/backend/kernel/mail/mailer.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepOutbox, restoreOutbox } from './kept-outbox.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-outbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mail = (subject: string) => ({
  to: 'reader@example.com',
  subject,
  text: '',
  html: '',
  code: null,
  usefulUntil: new Date(0),
});

test('the next server has the latest emails, below those that it has sent itself, and no file remains', () => {
  const before = new Outbox();
  for (let index = 1; index <= 60; index++) before.add(mail(`mail ${index}`));
  keepOutbox(before, join(folder, 'data'));

  const next = new Outbox();
  next.add(mail('new'));
  restoreOutbox(next, join(folder, 'data'));
  expect(next.list()).toHaveLength(51);
  expect(next.list().slice(0, 2)).toMatchObject([{ subject: 'new' }, mail('mail 60')]);
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});

test('a first server has none', () => {
  const outbox = new Outbox();
  restoreOutbox(outbox, folder);
  expect(outbox.list()).toEqual([]);
});

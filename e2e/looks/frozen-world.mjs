/*
 * Imported before the server, so that its pages look the same in every run: the clock does not advance, and
 * ids are numbered.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** A Wednesday, so that the days of the sample data are always the same weekdays. */
const NOW = Date.UTC(2026, 5, 17, 9, 30);

globalThis.Date = new Proxy(Date, {
  construct: (real, given) => Reflect.construct(real, given.length === 0 ? [NOW] : given),
  get: (real, name) => (name === 'now' ? () => NOW : Reflect.get(real, name)),
});

let count = 0;
const prefix = NOW.toString(16).padStart(12, '0');
crypto.randomUUIDv7 = () =>
  `${prefix.slice(0, 8)}-${prefix.slice(8)}-7000-8000-${(++count).toString(16).padStart(12, '0')}`;
syncBuiltinESMExports();

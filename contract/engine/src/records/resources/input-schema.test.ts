import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineResources, longText, type ResourceField, text } from '#contract/schema/index.ts';
import { inputSchema } from './input-schema.ts';

const { notes } = defineResources({
  notes: {
    fields: {
      title: text({ required: true, unique: true }),
      short: text(),
      body: longText(),
      summary: longText({ required: true }),
    },
    rights: {},
  },
});
const fields: Readonly<Record<string, ResourceField>> = notes.fields;
const stored = (name: string, value: unknown) => inputSchema(z, fields[name]!).safeParse(value).data;

test('a text is stored on one line, and a long text with its lines', () => {
  for (const breaks of ['\n', '\r\n', '\t', '\u2028', '\u0007', '\n\n'])
    expect(stored('title', ` sea${breaks}side `)).toBe('sea side');
  expect(stored('body', ' sea\nside\tagain ')).toBe('sea\nside\tagain');
});

test('a text without a visible character is empty', () => {
  for (const blank of ['', ' ', '\u200b', '\u2060\u00ad', '\ufeff', '\u3164', '\u202e\u202c', '\n']) {
    expect(stored('title', blank)).toBeUndefined();
    expect(stored('summary', blank)).toBeUndefined();
    expect(stored('short', blank)).toBeNull();
    expect(stored('body', blank)).toBeNull();
  }
  for (const seen of ['👩\u200d🚀', 'می\u200cخواهم', '.']) expect(stored('title', seen)).toBe(seen);
});

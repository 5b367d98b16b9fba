import { beforeEach, describe, expect, it, vi } from 'vitest';

const loaded = new Set<string>();
const texts: Readonly<Record<string, string>> = {
  'loans.tooMany': 'Trois livres au plus',
  'manager.rules.tooMany': 'Trois au plus',
};
vi.mock('../i18n/i18n.ts', () => ({
  loadNamespaces: async (namespace: string) => {
    if (namespace === 'nothing') throw new Error('There is no such file.');
    loaded.add(namespace);
  },
  translate: (key: string, _values: object, fallback: string) =>
    (loaded.has(key.split('.')[0] ?? '') && texts[key]) || fallback,
}));

const { describeReason, loadErrorTexts } = await import('./describe-error.ts');
const { HttpError } = await import('./http-error.ts');

const rejected = (reason?: object) =>
  new HttpError({ status: 409, statusText: 'Conflict', body: { code: 'CONFLICT', message: 'x', reason } });

describe('the reason of a rule that rejects a write', () => {
  beforeEach(() => loaded.clear());

  it('is the translation of the extension in its key, which is loaded first', async () => {
    const error = rejected({ key: 'loans.tooMany', message: 'Three books at most' });
    expect(await describeReason(error)).toBe('Trois livres au plus');
    expect([...loaded]).toEqual(['loans']);
  });

  it("is one of the manager's for a key without an extension", async () => {
    loaded.add('manager');
    expect(await describeReason(rejected({ key: 'tooMany', message: 'Three at most' }))).toBe(
      'Trois au plus',
    );
  });

  it.each(['nothing.at.all', 'loans.unknown', 'toString'])(
    'is the English message if %s has no translation',
    async (key) =>
      expect(await describeReason(rejected({ key, message: 'Three at most' }))).toBe('Three at most'),
  );

  it('is the message of a rule without a key, and nothing for other errors', async () => {
    expect(await describeReason(rejected({ message: 'Three at most' }))).toBe('Three at most');
    expect(await describeReason(rejected())).toBeUndefined();
    expect(await describeReason(new TypeError('offline'))).toBeUndefined();
  });
});

describe('the translations of field errors', () => {
  beforeEach(() => loaded.clear());

  it('are loaded from the product and from extensions, according to their keys', async () => {
    const error = (key: string) => [{ key, message: 'x' }];
    const errors = {
      dueOn: error('loans.tooLate'),
      book: error('errors.required'),
      borrower: error('nothing.x'),
    };
    const body = { code: 'INVALID', message: 'x', errors };
    await loadErrorTexts(new HttpError({ status: 400, statusText: 'Bad Request', body }));
    expect([...loaded].sort()).toEqual(['errors', 'loans']);
    loaded.clear();
    await loadErrorTexts(new TypeError('offline'));
    expect([...loaded]).toEqual([]);
  });
});

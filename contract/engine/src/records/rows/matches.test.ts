import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boolean, defineResources, select, text } from '#contract/schema/index.ts';
import { fieldApplies } from './matches.ts';

const states = ['open', 'lent', 'lost'] as const;
const { copies } = defineResources({
  copies: {
    fields: {
      title: text(),
      state: select(states),
      live: boolean(),
      borrower: text({ when: { state: ['lent', 'lost'] } }),
      fee: text({ when: { state: ['lost'], live: [true] } }),
    },
    rights: {},
  },
});
const { borrower, fee, title } = copies.fields;

describe('a field with a `when`', () => {
  it('applies if every field of its `when` has one of the listed values', () => {
    const one = fc.constantFrom(...states, null);
    fc.assert(
      fc.property(one, fc.constantFrom(true, false, null), (state, live) => {
        const values = { state, live };
        expect(fieldApplies(copies, borrower, values)).toBe(state === 'lent' || state === 'lost');
        expect(fieldApplies(copies, fee, values)).toBe(state === 'lost' && live === true);
        expect(fieldApplies(copies, title, values)).toBe(true);
      }),
    );
  });

  it('does not apply while a value is unknown', () => {
    expect(fieldApplies(copies, borrower, {})).toBe(false);
    expect(fieldApplies(copies, fee, { state: 'lost' })).toBe(false);
    expect(fieldApplies(copies, fee, { state: 'lost', live: undefined })).toBe(false);
  });
});

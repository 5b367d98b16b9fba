import { printShop } from '@bindery/contract/testing/print-shop.ts';
import { expect, it } from 'vitest';
import { describeTags, tagOf } from './document.ts';

it("the description of an entry is the description of its endpoints' tag", () => {
  expect(describeTags(Object.values(printShop))).toEqual([
    { name: tagOf('orders.list'), description: expect.stringMatching(/^What customers want/) },
  ]);
});

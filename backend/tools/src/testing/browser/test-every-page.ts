/**
 * Declares tests of every page of the product, new ones included, for every kind of visitor: complete in each
 * language and theme, on wide and narrow screens, accessible, and without messages of the browser.
 * @example
 * // e2e/every-page.e2e.ts
 * await testEveryPage();
 */
export async function testEveryPage(): Promise<void> {
  // Loaded when called: the tests import `e2e/*/views.ts` of the product, which may import helpers from
  // beside this function.
  const { declarePageTests } = await import('./every-page.ts');
  declarePageTests();
}

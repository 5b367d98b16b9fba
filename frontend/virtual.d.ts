/** What pages use of product.ts. */
declare module 'virtual:bindery/product' {
  export const name: string;
  export const slug: string;
  export const icon: string;
}

/** The resources of the product: the default export of resources.config.ts. */
declare module 'virtual:bindery/resources' {
  import type { AllResources } from '#contract/schema/index.ts';

  const resources: AllResources;
  export default resources;
}

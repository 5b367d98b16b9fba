import type { AllResources } from './schema/index.ts';

/**
 * What the product adds to the types of the engine. `product.ts` declares its members:
 * `declare module '#contract/register.ts' { interface Register { resources: typeof resources } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the product declares its members
export interface Register {}

/** The resources of the product as its config types them; any resources where no product is registered. */
export type RegisteredResources = Register extends { readonly resources: infer R extends object }
  ? R
  : AllResources;

/** The name of a resource of the product. */
export type ResourceName = keyof RegisteredResources & string;

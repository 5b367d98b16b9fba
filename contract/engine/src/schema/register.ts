import type { AllResources } from './resource.ts';

/**
 * What the product adds to the types of the generic code. `product.ts` declares its members: `resources`,
 * `routes` (of its extensions) and `kinds` (its own field kinds).
 */
// biome-ignore lint/suspicious/noEmptyInterface: the product declares its members
export interface Register {}

/** The resources of the product as its config types them; any resources if no product is registered. */
export type RegisteredResources = Register extends { readonly resources: infer R extends object }
  ? R
  : AllResources;

/** The name of a resource of the product. */
export type ResourceName = keyof RegisteredResources & string;

/** The routes of the product's extensions. */
export type RegisteredRoutes = Register extends { readonly routes: infer R extends object } ? R : object;

/** The builders of the product's own field kinds. */
export type RegisteredKinds = Register extends { readonly kinds: infer K extends object } ? K : object;

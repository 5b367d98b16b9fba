/** The resources of the product: the default export of resources.config.ts. */
declare module 'virtual:bindery/resources' {
  import type { AllResources } from '#contract/schema/index.ts';

  const resources: AllResources;
  export default resources;
}

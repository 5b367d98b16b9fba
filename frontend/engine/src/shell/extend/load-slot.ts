import modules from 'virtual:bindery/slot-modules';
import type { ComponentType } from 'react';
import { hasTexts } from '../i18n/backend.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/keys.ts';

/** Loads a component when it is first shown. */
export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface SlotOptions {
  readonly resource: string;
  /** The module, in the folder of the extension. */
  readonly slot: string;
  /** Further texts that it needs. */
  readonly namespaces: readonly string[];
}

/** Returns what loads a component of an extension together with the texts of the extension. */
export function loadSlot<Props = never>({ resource, slot, namespaces }: SlotOptions): Load<Props> {
  const load = modules[`./extensions/${resource}/${slot}`];
  const texts = [...(hasTexts(resource) ? [resource] : []), ...(namespaces as Namespace[])];
  return async () => {
    if (!load) throw new Error(`There is no frontend/extensions/${resource}/${slot}`);
    // Its file says which props it takes; nothing else knows the modules of extensions.
    const [module] = await Promise.all([load(), loadNamespaces(...texts)]);
    return module as Awaited<ReturnType<Load<Props>>>;
  };
}

import modules from 'virtual:bindery/slot-modules';
import unthemed from 'virtual:bindery/unthemed-slots';
import type { ComponentType } from 'react';
import { hasTexts } from '../i18n/backend.ts';
import { loadNamespaces } from '../i18n/i18n.ts';
import type { Namespace } from '../i18n/keys.ts';

/** Loads a component when it is first shown. */
export interface Load<Props> {
  (): Promise<{ default: ComponentType<Props> }>;
  /** Whether the component uses nothing of antd, and so not its configuration either. */
  readonly isUnthemed?: boolean;
}

interface SlotOptions {
  readonly resource: string;
  /** The module, in the folder of the extension. */
  readonly slot: string;
  /** Additional namespaces that it needs. */
  readonly namespaces: readonly string[];
}

/** Returns the loader of an extension's component together with the extension's translations. */
export function loadSlot<Props = never>({ resource, slot, namespaces }: SlotOptions): Load<Props> {
  const load = modules[`./extensions/${resource}/${slot}`];
  const texts = [...(hasTexts(resource) ? [resource] : []), ...(namespaces as Namespace[])];
  const loadComponent = async () => {
    if (!load) throw new Error(`There is no frontend/extensions/${resource}/${slot}`);
    // Its file defines the props; no other code knows the modules of extensions.
    const [module] = await Promise.all([load(), loadNamespaces(...texts)]);
    return module as Awaited<ReturnType<Load<Props>>>;
  };
  return Object.assign(loadComponent, { isUnthemed: unthemed.includes(`${resource}/${slot}`) });
}

import resources from 'virtual:bindery/resources';
import type { Resource } from '@bindery/contract/schema/index.ts';
import type { ResourceProps } from '@refinedev/core';
import { addresses } from '../resource.ts';

/** Returns the resources in Refine's format, with the paths of their pages and the names in permissions. */
export const refineResources = (): ResourceProps[] =>
  Object.values<Resource>(resources).map(({ name, singular }) => ({
    name,
    list: addresses.list(name),
    create: addresses.create(name),
    show: addresses.show(name, ':id'),
    edit: addresses.update(name, ':id'),
    meta: { singular },
  }));

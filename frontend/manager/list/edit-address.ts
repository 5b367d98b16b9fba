import type { Resource } from '#contract/schema/index.ts';
import { addresses } from '../resource.ts';

/** Returns where a record of a list is edited, for the menu of its row and for the key. */
export const editAddress = ({ name }: Resource, id: string): string => addresses.update(name, id);

import type { Referenced } from '@bindery/contract/schema/fields/reference.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { createContext } from 'react';

/** A record to create, so that a reference can point to it. */
export interface ReferenceToCreate {
  readonly target: Resource;
  /** The search term without a match. */
  readonly term: string;
  readonly onCreated: (created: Referenced) => void;
}

/** Opens the form of a new record above the current form. */
export type CreateReference = (request: ReferenceToCreate) => void;

/** How the current form creates the targets of its references; undefined if it cannot. */
export const CreateReferenceContext = createContext<CreateReference | undefined>(undefined);

import { createContext, use } from 'react';

/** The element of the top bar that shows the breadcrumbs of the page; undefined without a top bar. */
export const CrumbsPlace = createContext<HTMLElement | null | undefined>(undefined);

/** Returns the element that shows breadcrumbs: null until the top bar is in the document, undefined without a top bar. */
export const useCrumbsPlace = () => use(CrumbsPlace);

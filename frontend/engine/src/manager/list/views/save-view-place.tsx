import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

interface Place {
  readonly element: HTMLElement | null;
  readonly set: (element: HTMLElement | null) => void;
}

const PlaceContext = createContext<Place | undefined>(undefined);

/** Provides the place of the button that saves the first view of a list, for the parts of its page. */
export function SaveViewProvider({ children }: { children: ReactNode }) {
  const [element, set] = useState<HTMLElement | null>(null);
  return <PlaceContext value={{ element, set }}>{children}</PlaceContext>;
}

/** Renders the place of the button, beside the number of records. */
export function SaveViewPlace() {
  const place = use(PlaceContext);
  return place && <span ref={place.set} />;
}

/**
 * Renders the button that saves the first view at its place: a line for it alone would move the search field
 * while the user is typing.
 */
export function AtSaveViewPlace({ children }: { children: ReactNode }) {
  const element = use(PlaceContext)?.element;
  return element && createPortal(children, element);
}

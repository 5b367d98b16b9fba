import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';

interface Place {
  readonly element: HTMLElement | null;
  readonly set: (element: HTMLElement | null) => void;
}

const PlaceContext = createContext<Place | undefined>(undefined);

/** Provides the place of the buttons that save the state of a list as a view, for the parts of its page. */
export function SaveViewProvider({ children }: { children: ReactNode }) {
  const [element, set] = useState<HTMLElement | null>(null);
  return <PlaceContext value={{ element, set }}>{children}</PlaceContext>;
}

/** Renders the place of the buttons, beside the number of records. */
export function SaveViewPlace() {
  const place = use(PlaceContext);
  return place && <span ref={place.set} />;
}

/**
 * Renders the buttons that save a view at their place: a line for them alone would move the search field
 * while the user is typing.
 */
export function AtSaveViewPlace({ children }: { children: ReactNode }) {
  const element = use(PlaceContext)?.element;
  return element && createPortal(children, element);
}

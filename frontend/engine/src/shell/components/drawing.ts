import drawings from 'virtual:bindery/drawings';

/** The drawing on the pages for sign-in and the home page, which an extension has in `parts/drawing.tsx`; there may be none. */
export const [Drawing] = Object.values(drawings);

import type { ComponentType } from 'react';

/** The drawing on the pages for sign-in and the home page, which an extension has in `parts/drawing.tsx`; there may be none. */
export const [Drawing] = Object.values(
  import.meta.glob<ComponentType>('../extensions/*/parts/drawing.tsx', { eager: true, import: 'default' }),
);

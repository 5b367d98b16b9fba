import drawings from 'virtual:bindery/drawings';

/**
 * The drawing of the sign-in pages and the home page, which an extension may provide in `parts/drawing.tsx`.
 */
export const [Drawing] = Object.values(drawings);

import type { ReactNode } from 'react';

/** Renders the parts of a text between backticks as code, from left to right in every language. */
export const withCode = (text: string): ReactNode =>
  text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      <code key={part} dir="ltr">
        {part}
      </code>
    ) : (
      part
    ),
  );

/**
 * Renders three stitched sheets in the colours of the brand: the drawing of pages that have no other. Without
 * access (`kind` 403), they are a closed book with a lock.
 */
export default function Sheets({ kind }: { kind?: string }) {
  if (kind === '403')
    return (
      <svg width="112" height="88" viewBox="0 0 112 88" fill="none" aria-hidden="true">
        <g stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round">
          <path d="M28 4h58v80H32q-8 0-8-8V12q0-8 4-8z" fill="var(--surface)" />
          <path d="M86 68H32q-8 0-8 8M34 4v64" />
          <path d="M53 32v-6q0-7 7-7t7 7v6" strokeLinecap="round" />
          <path d="M48 32h24v18H48z" fill="var(--accent-soft)" />
        </g>
        <path d="M60 39v4" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />
      </svg>
    );
  return (
    <svg width="112" height="88" viewBox="0 0 112 88" fill="none" aria-hidden="true">
      <g stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" fill="var(--surface)">
        <path d="M34 14 100 26v58L34 72z" />
        <path d="M26 10 88 16v60L26 68z" />
        <path d="M18 8h58v58H18z" />
      </g>
      <path
        d="M34 24h32M34 34h32M34 44h20"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity="0.4"
      />
      <path d="M25 16v8m0 8v8m0 8v8" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

import type { LucideProps } from 'lucide-react';
import { createElement, type ReactElement, type SVGProps } from 'react';

/** The SVG elements of a lucide icon. */
interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[];
}

const defaultAttributes = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Creates a component from an icon. Replaces lucide's own `createLucideIcon`, whose contexts, class names and
 * absolute stroke widths are unused here but would load on every first visit.
 */
export default function createIcon({ node }: IconData): (props: LucideProps) => ReactElement {
  return ({ size = 24, ...props }) =>
    createElement(
      'svg',
      { ...defaultAttributes, width: size, height: size, ...props },
      // As arguments and not as a list, whose elements would need keys.
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}

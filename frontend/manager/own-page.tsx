import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../shell/skeleton.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loaded = new Map<unknown, ComponentType<object>>();

/** React wants the same component for the same piece, however often it is drawn. */
function componentOf<Props>(load: Load<Props>): ComponentType<Props> {
  const known = loaded.get(load) ?? lazy(load as Load<object>);
  loaded.set(load, known);
  return known as ComponentType<Props>;
}

/** A page or a piece of one that `pages.ts` names, loaded when it is first drawn. */
export function OwnPage<Props extends object>({ load, props }: { load: Load<Props>; props: Props }) {
  const Piece: ComponentType<object> = componentOf(load) as ComponentType<object>;
  return (
    <Suspense fallback={<Skeleton block="6rem" />}>
      <Piece {...props} />
    </Suspense>
  );
}

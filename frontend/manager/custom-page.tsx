import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '../components/skeleton.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loaded = new Map<unknown, ComponentType<object>>();

/** React wants the same component for the same piece, however often it is drawn. */
function componentOf<Props>(load: Load<Props>): ComponentType<Props> {
  const known = loaded.get(load) ?? lazy(load as Load<object>);
  loaded.set(load, known);
  return known as ComponentType<Props>;
}

interface OwnPieceProps<Props> {
  load: Load<Props>;
  props: Props;
}

/** A piece of a page that `pages.ts` names, loaded when it is first drawn. Whoever draws it holds its place. */
export function CustomSlot<Props extends object>({ load, props }: OwnPieceProps<Props>) {
  const Piece: ComponentType<object> = componentOf(load) as ComponentType<object>;
  return <Piece {...props} />;
}

/** The same, as a page of its own or where nothing stands below it. */
export function CustomPage<Props extends object>(piece: OwnPieceProps<Props>) {
  return (
    <Suspense fallback={<Skeleton block="6rem" />}>
      <CustomSlot {...piece} />
    </Suspense>
  );
}

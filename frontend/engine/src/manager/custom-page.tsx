import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const loaded = new Map<unknown, ComponentType<object>>();

/** Loads a component together with antd's configuration, so that it may use all of antd's components. */
const themed =
  <Props extends object>(load: Load<Props>): Load<Props> =>
  async () => {
    const [own, { withTheme }] = await Promise.all([load(), import('./antd/antd-theme.tsx')]);
    return { default: withTheme(own.default) };
  };

/** Caches the lazy component per loader, because React needs a stable component identity across renders. */
function componentOf<Props>(load: Load<Props>): ComponentType<Props> {
  const known = loaded.get(load) ?? lazy(themed(load as Load<object>));
  loaded.set(load, known);
  return known as ComponentType<Props>;
}

interface CustomSlotProps<Props> {
  load: Load<Props>;
  props: Props;
}

/** Renders a lazy component from overrides.ts. The parent provides the Suspense boundary. */
export function CustomSlot<Props extends object>({ load, props }: CustomSlotProps<Props>) {
  const Custom: ComponentType<object> = componentOf(load) as ComponentType<object>;
  return <Custom {...props} />;
}

/** Renders a lazy component from overrides.ts in its own Suspense boundary. */
export function CustomPage<Props extends object>(slot: CustomSlotProps<Props>) {
  return (
    <Suspense fallback={<Skeleton block="6rem" />}>
      <CustomSlot {...slot} />
    </Suspense>
  );
}

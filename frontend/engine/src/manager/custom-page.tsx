import { type ComponentType, lazy, Suspense } from 'react';
import { Skeleton } from '#frontend/shell/components/skeleton.tsx';
import type { Lazy } from './overrides.ts';

/** The components of slots by their loaders: lazy ones, unless `loadSlots` has loaded them. */
const loaded = new Map<unknown, ComponentType<object>>();

/** Loads a component together with antd's configuration, if it uses antd's components. */
const themed =
  <Props extends object>(load: Lazy<Props>): Lazy<Props> =>
  async () => {
    if (load.isUnthemed) return load();
    const [own, { withTheme }] = await Promise.all([load(), import('./antd/antd-theme.tsx')]);
    return { default: withTheme(own.default) };
  };

/**
 * Loads the components of a page together with it, so that the page has no placeholder for them. Ignores
 * failures: rendering tries again, and shows the error.
 */
export async function loadSlots(...slots: readonly ((() => Promise<unknown>) | undefined)[]): Promise<void> {
  const missing = slots.filter((load) => load !== undefined).filter((load) => !loaded.has(load));
  const results = missing.map(async (load) => {
    loaded.set(load, (await themed(load as Lazy<object>)()).default);
  });
  await Promise.allSettled(results);
}

/** Caches the lazy component per loader, because React needs a stable component identity across renders. */
function componentOf<Props>(load: Lazy<Props>): ComponentType<Props> {
  const known = loaded.get(load) ?? lazy(themed(load as Lazy<object>));
  loaded.set(load, known);
  return known as ComponentType<Props>;
}

interface CustomSlotProps<Props> {
  load: Lazy<Props>;
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

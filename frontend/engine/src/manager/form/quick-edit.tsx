import type { Resource } from '@bindery/contract/schema/index.ts';
import { useEffect, useRef } from 'react';
import { Navigate, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { may } from '#frontend/shell/auth/session.ts';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { focusOnHeading } from '#frontend/shell/layout/use-focus-on-heading.ts';
import { formatNumber } from '../numbers.ts';
import { overridesOf } from '../overrides.ts';
import { addresses, type ManagerRecord } from '../resource.ts';

const EditDrawer = lazyDialog(async () => ({ default: (await import('./drawers.tsx')).EditDrawer }));

interface QuickEditProps {
  readonly resource: Resource;
  /** The loaded records of the list, in order. */
  readonly items: readonly ManagerRecord[];
  /** The number of all records of the list, as it is shown. */
  readonly total: string;
  /** Loads more of the list; undefined after the last record. */
  readonly onNearEnd: (() => void) | undefined;
}

/** Renders the drawer that changes the record in `?edit=` of the list's URL. Back closes it. */
export function QuickEdit({ resource, items, total, onNearEnd }: QuickEditProps) {
  const { id, open, close } = useEditAddress();
  const { language } = useLanguage();
  const index = items.findIndex((item) => item.id === id);
  const openItem = (item: ManagerRecord | undefined) => item && (() => open(item.id));
  useFocusOnRow(resource, id);
  useMarkedRow(resource, index < 0 ? null : id);
  const isNearEnd = index >= 0 && index >= items.length - 2;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  if (id === null || !may(resource.singular, 'update')) return null;
  if (overridesOf(resource.name).update) return <Navigate to={addresses.update(resource.name, id)} replace />;
  return (
    <EditDrawer
      resource={resource}
      id={id}
      known={items[index]}
      onClose={close}
      place={index < 0 ? undefined : { place: formatNumber(language, index + 1), total }}
      onPrevious={openItem(items[index - 1])}
      onNext={index < 0 ? undefined : openItem(items[index + 1])}
    />
  );
}

/** Reads and changes the record in the URL. */
function useEditAddress() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  const id = parameters.get('edit');
  // Whether the list itself is the previous entry of the browser's history.
  const isPushed = useRef(false);
  const isOpen = id !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how the drawer was opened, not a changed record
  useEffect(() => {
    isPushed.current = isOpen && navigationType === 'PUSH';
  }, [isOpen]);

  function change(edit: string | undefined) {
    const changed = new URLSearchParams(parameters);
    if (edit === undefined) changed.delete('edit');
    else changed.set('edit', edit);
    setParameters(changed, { replace: true, preventScrollReset: true });
  }
  return {
    id,
    open: change,
    close: () => (isPushed.current ? void navigate(-1) : change(undefined)),
  };
}

const linkTo = (resource: string, id: string) =>
  document.querySelector<HTMLElement>(`main a[href="${CSS.escape(addresses.show(resource, id))}"]`);

/** Marks the row of the record in the drawer. */
function useMarkedRow({ name }: Resource, id: string | null) {
  useEffect(() => {
    const row = id === null ? undefined : linkTo(name, id)?.closest('tr');
    row?.toggleAttribute('data-edited', true);
    return () => void row?.toggleAttribute('data-edited', false);
  }, [id, name]);
}

/** Focuses the row of the record whose drawer was closed, not always the row that opened it. */
function useFocusOnRow({ name }: Resource, id: string | null) {
  const last = useRef(id);
  useEffect(() => {
    const closed = id === null ? last.current : null;
    last.current = id;
    if (closed === null) return;
    const link = linkTo(name, closed);
    if (link) link.focus();
    // The change has moved it out of the loaded part of the list.
    else focusOnHeading();
  }, [id, name]);
}

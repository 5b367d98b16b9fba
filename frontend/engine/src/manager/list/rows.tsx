import type { Resource } from '@bindery/contract/schema/index.ts';
import {
  type ChangeEvent,
  type FocusEvent,
  Fragment,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useDelegatedLinks } from '#frontend/shell/layout/delegated-link.tsx';
import { preload } from '#frontend/shell/layout/preload.ts';
import type { ManagerRecord } from '../resource.ts';
import type { ListColumn, ListRow } from './list-table.ts';
import { PhoneRow } from './phone-row.tsx';
import { TableRow } from './row.tsx';
import styles from './table.module.css';
import { type RowLayout, useVirtualRows } from './use-virtual-rows.ts';

interface TableRowsProps {
  resource: Resource;
  columns: readonly ListColumn[];
  rows: readonly ListRow[];
  layout: RowLayout;
  isSelectable: boolean;
  /** Whether the user has chosen the columns. */
  isChosen: boolean;
  /** Starts the selection with a row after a long press; undefined if rows have checkboxes. */
  onLongPress: ((row: ListRow) => void) | undefined;
  /** Opens the menu of a row from its button. */
  onMenu: (item: ManagerRecord, button: HTMLElement) => void;
}

/** Renders the body of the table. Only this component renders again when a long list is scrolled. */
export function TableRows(props: TableRowsProps) {
  const { resource, columns, rows, layout, isSelectable, isChosen, onLongPress, onMenu } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number>();
  const virtual = useVirtualRows({ resource, layout, rows, body, focused });
  const { measure } = virtual;
  const links = useDelegatedLinks();
  const rowAround = (target: EventTarget) =>
    target instanceof Element ? rows[Number(target.closest('tr')?.dataset.index)] : undefined;
  const longPress = useLongPress((target) => {
    const row = rowAround(target);
    if (row) onLongPress?.(row);
  });
  const isPhone = layout === 'phone';
  const cells = columns.length + 1 + Number(isSelectable);
  const Row = isPhone ? PhoneRow : TableRow;
  const keepRow = (event: FocusEvent<HTMLElement>) => {
    links.onFocus(event);
    setFocused(Number(event.target.closest('tr')?.dataset.index));
  };
  // A handler on the body, because a handler per row would render every row again when others are loaded.
  const toggleRow = (event: ChangeEvent<HTMLElement>) => {
    if (event.target.hasAttribute('data-select')) rowAround(event.target)?.getToggleSelectedHandler()(event);
  };
  const press = (event: MouseEvent<HTMLTableSectionElement>) => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>('[data-menu]');
    const row = rowAround(target);
    if (button && row) onMenu(row.original, button);
    // While records are selected, a tap selects. The keyboard has the checkbox.
    else if (isPhone && isSelectable && event.detail > 0 && row && !target.closest('label')) {
      event.preventDefault();
      row.toggleSelected();
    } else openRow.onClick(event);
    links.onClick(event);
  };
  const preloadLink = (event: PointerEvent<HTMLTableSectionElement>) => {
    links.onPointerOver(event);
    openRow.onPointerOver(event);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the links and buttons in the rows are used
    <tbody
      ref={body}
      onFocus={keepRow}
      onChange={toggleRow}
      onClick={press}
      onAuxClick={openRow.onAuxClick}
      onPointerOver={preloadLink}
      onTouchStart={links.onTouchStart}
      {...(isPhone && longPress)}
      data-virtual={measure !== undefined}
    >
      {virtual.rows.map(({ row, index, space }) => (
        <Fragment key={row.id}>
          {space > 0 && <Space height={space} columns={cells} />}
          <Row
            ref={measure}
            resource={resource}
            columns={columns}
            item={row.original}
            index={index}
            selected={isSelectable ? row.getIsSelected() : undefined}
            isNumbered={measure !== undefined}
            isChosen={isChosen}
          />
        </Fragment>
      ))}
      {virtual.spaceAfter > 0 && <Space height={virtual.spaceAfter} columns={cells} />}
    </tbody>
  );
}

/** Renders an empty row in place of the omitted ones. */
function Space({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row has nothing that takes the focus
    <tr className={styles.space} style={{ blockSize: height }} aria-hidden="true">
      <td colSpan={columns} />
    </tr>
  );
}

/** The elements in a row that handle clicks themselves. */
const INTERACTIVE = 'a, button, input, label, select';

type InBody = HTMLTableSectionElement;

/** Returns the link of the row around an element that handles no clicks itself. */
function linkAround(target: EventTarget): HTMLAnchorElement | null {
  if (!(target instanceof Element) || target.closest(INTERACTIVE)) return null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('[data-record-link]') ?? null;
}

const openInNewTab = ({ href }: HTMLAnchorElement) => void open(href, '_blank', 'noopener');

/**
 * Handlers for a table body: a click anywhere in a row follows its link, unless it ends a text selection. No
 * link covers the row, so that its texts can be selected and copied.
 */
const openRow = {
  onClick: (event: MouseEvent<InBody>) => {
    const link = linkAround(event.target);
    if (!link || getSelection()?.type === 'Range') return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) openInNewTab(link);
    else link.click();
  },
  onAuxClick: (event: MouseEvent<InBody>) => {
    const link = event.button === 1 && linkAround(event.target);
    if (link) openInNewTab(link);
  },
  onPointerOver: ({ target }: PointerEvent<InBody>) => {
    const link = linkAround(target);
    if (link) preload(link.pathname);
  },
};

/** How long a finger must press, in milliseconds, and how far it may slip, in pixels. */
const REST = 500;
const SLIP = 10;

interface Press {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
  isLong: boolean;
}

/**
 * Returns the handlers of an element that calls back on a long press. The click at the end of the press is
 * ignored.
 */
function useLongPress(onLongPress: (target: Element) => void) {
  const press = useRef<Press>(undefined);
  const end = () => clearTimeout(press.current?.timer);
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown({ pointerType, target, clientX, clientY }: PointerEvent) {
      end();
      press.current = undefined;
      if (pointerType !== 'touch' || !(target instanceof Element)) return;
      const timer = setTimeout(() => {
        press.current!.isLong = true;
        onLongPress(target);
      }, REST);
      press.current = { timer, x: clientX, y: clientY, isLong: false };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = press.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > SLIP) end();
    },
    onPointerUp: end,
    // The finger scrolls.
    onPointerCancel: end,
    // The menu of a link would hide the effect of the press.
    onContextMenu: (event: MouseEvent) => press.current && event.preventDefault(),
    onClickCapture(event: MouseEvent) {
      if (!press.current?.isLong) return;
      press.current = undefined;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

import { type RefObject, useLayoutEffect, useReducer } from 'react';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { ListColumn } from './list-table.ts';

/** The largest known widths of columns in pixels, by resource and language, then by column. */
const known = new Map<string, Map<string, number>>();

interface Options {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly resource: string;
  readonly columns: readonly ListColumn[];
}

/**
 * Returns the minimum widths of the columns that are as wide as their content: the largest that they have
 * had, so that the columns stay in their places when other rows are shown. Undefined for the other columns.
 */
export function useWidestColumns({ table, resource, columns }: Options): (number | undefined)[] {
  const { language } = useLanguage();
  const [, update] = useReducer((count: number) => count + 1, 0);
  const key = `${resource} ${language}`;
  const widest = known.get(key) ?? new Map<string, number>();
  known.set(key, widest);
  // Otherwise, the columns also take the space that is left.
  const isSqueezed = columns.some(({ columnDef }) => (columnDef.meta!.share ?? 0) > 0);
  const ofContent = columns.map(({ id, columnDef }) =>
    isSqueezed && columnDef.meta!.share === undefined ? id : undefined,
  );
  const ids = ofContent.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ids` are those of `ofContent`
  useLayoutEffect(() => {
    const cells = [...table.current!.tHead!.rows[0]!.cells].filter(({ tagName }) => tagName === 'TH');
    const observer = new ResizeObserver((entries) => {
      const wider = entries.flatMap(({ target, borderBoxSize: [size] }) => {
        const id = ofContent[cells.indexOf(target as HTMLTableCellElement)]!;
        const width = Math.ceil(size!.inlineSize);
        return width > (widest.get(id) ?? 0) ? [[id, width] as const] : [];
      });
      for (const [id, width] of wider) widest.set(id, width);
      if (wider.length > 0) update();
    });
    for (const [place, id] of ofContent.entries()) if (id) observer.observe(cells[place]!);
    return () => observer.disconnect();
  }, [table, widest, ids]);
  return ofContent.map((id) => (id ? widest.get(id) : undefined));
}

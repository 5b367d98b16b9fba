import { EmptyList } from './empty-list.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { Table, type TableProps } from './table.tsx';

/** Renders the rows of a list: placeholders while they are loading, and what to do where there are none. */
export function ListRows(props: TableProps) {
  const { list, table, density } = props;
  if (list.state === 'loading') return <RowSkeletons table={table} density={density} />;
  return list.state === 'failed' || list.items.length === 0 ? (
    <EmptyList list={list} />
  ) : (
    <Table {...props} />
  );
}

import { EmptyList } from './empty-list.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import { Table, type TableProps } from './table.tsx';

/** Renders the rows of a list: placeholders during loading, and the empty state without rows. */
export function ListRows(props: TableProps) {
  const { list } = props;
  if (list.state === 'loading') return <RowSkeletons {...props} />;
  return list.state === 'failed' || list.items.length === 0 ? (
    <EmptyList list={list} />
  ) : (
    <Table {...props} />
  );
}

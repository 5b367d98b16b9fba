import type { ComponentType } from 'react';
import type { ColumnDefinition } from '#frontend/manager/list/columns.ts';
import type { CellProps } from '#frontend/manager/parts/list.ts';

/** The fields that the status replaces: they are empty for nearly every user, and looked broken. */
const IN_STATUS = ['emailVerified', 'banned'];

interface PeopleCells {
  readonly Person: ComponentType<CellProps>;
  readonly Address: ComponentType<CellProps>;
  readonly Status: ComponentType<CellProps>;
}

/**
 * Returns the columns of the list of users: the name first, with the initials, and one status instead of its fields,
 * which can still be chosen. The other columns are those of the entry.
 */
export function peopleColumns(
  columns: readonly ColumnDefinition[],
  { Person, Address, Status }: PeopleCells,
): readonly ColumnDefinition[] {
  const of = (names: readonly string[]) =>
    columns.flatMap((column) => ('field' in column && names.includes(column.field) ? [column] : []));
  const shown = columns.filter((column) => !('hidden' in column && column.hidden));
  const [name] = of(['name']);
  const inStatus = of(IN_STATUS);
  const isNamed = name !== undefined && shown.includes(name);
  const others = columns.filter((column) => column !== name && !inStatus.some((one) => one === column));
  const visible = others.filter((column) => shown.includes(column));
  const hidden = others.filter((column) => !shown.includes(column));
  return [
    ...(isNamed ? [{ ...name, Cell: Person, isLinked: true }] : []),
    ...visible.map((column) => {
      if (!('field' in column)) return column;
      // The name is a link already, so no second one is needed.
      if (isNamed && column.field === 'email') return { ...column, Cell: Address };
      // The status says whether a user has been onboarded; when is not worth a phone's space.
      return inStatus.length > 0 && column.field === 'onboardedAt'
        ? { ...column, onPhones: 'never' as const }
        : column;
    }),
    ...(inStatus.length > 0
      ? [
          {
            name: 'status',
            label: 'manager.users.status' as const,
            Cell: Status,
            onPhones: 'first' as const,
          },
        ]
      : []),
    ...(name && !isNamed ? [name] : []),
    ...inStatus.map((column) => ({ ...column, hidden: true })),
    ...hidden,
  ];
}

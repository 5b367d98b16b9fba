import { useTranslation } from 'react-i18next';
import { type CellProps, type ColumnDefinition, columnsOfEntry } from '#frontend/manager/list/columns.ts';
import { GeneratedList } from '#frontend/manager/list/list-page.tsx';
import { LocalTime } from '#frontend/manager/local-time.tsx';
import { type ManagerRecord, useResource } from '#frontend/manager/resource.ts';
import { shortTime } from '#frontend/manager/short-time.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { formatDateTime } from '#frontend/shell/i18n/format.ts';
import { accountStatus, displayNameOf, toUser } from './user.ts';
import styles from './users.module.css';

const columnsByEntry = new WeakMap<object, readonly ColumnDefinition[]>();

/** Renders the list of users: each with their initials, and their account status in one column. */
export default function UserList() {
  const resource = useResource();
  const ofEntry = columnsOfEntry(resource);
  const columns = columnsByEntry.get(ofEntry) ?? userColumns(ofEntry);
  columnsByEntry.set(ofEntry, columns);
  return <GeneratedList columns={columns} />;
}

function Name({ item }: CellProps) {
  const user = toUser(item);
  const name = displayNameOf(user);
  return (
    <span className={styles.user}>
      <Avatar name={name} />
      <bdi>{name}</bdi>
    </span>
  );
}

const Address = ({ item }: CellProps) => (
  <span className={styles.address}>
    <bdi>{toUser(item).email}</bdi>
  </span>
);

/** The status says that it is missing, so that this column need not repeat it. */
function Onboarded({ item }: CellProps) {
  const { onboardedAt } = toUser(item);
  return (
    <span className={`${styles.usual} ${styles.onboarded}`}>
      {onboardedAt ? <LocalTime at={onboardedAt} format={shortTime} title={formatDateTime} /> : '–'}
    </span>
  );
}

/** The usual status is not emphasized, and one that passes by itself only a little. */
const tones = { banned: 'bad', notVerified: 'open', notOnboarded: 'plain', active: undefined } as const;

const isActive = (item: ManagerRecord) => accountStatus(toUser(item)) === 'active';

function Status({ item }: CellProps) {
  const { t } = useTranslation();
  const status = accountStatus(toUser(item));
  const text = t(`manager.users.is.${status}`);
  const tone = tones[status];
  return tone ? <Badge tone={tone}>{text}</Badge> : <span className={styles.usual}>{text}</span>;
}

/** The fields that the status replaces: they are empty for nearly every user, and looked broken. */
const IN_STATUS = ['emailVerified', 'banned'];

/**
 * Returns the columns of the list of users: the name first, with the initials, and one status instead of its
 * fields, which can still be chosen. The other columns are those of the entry.
 */
export function userColumns(columns: readonly ColumnDefinition[]): readonly ColumnDefinition[] {
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
    ...(isNamed ? [{ ...name, Cell: Name, isLinked: true }] : []),
    ...visible.map((column) => {
      if (!('field' in column)) return column;
      // The name is a link already, so no second one is needed. On phones the line below it is that of the
      // address, which nothing may cut, so the status is beside the name.
      if (isNamed && column.field === 'email')
        return { ...column, Cell: Address, onPhones: 'first' as const };
      // The status says whether a user has been onboarded; when is not worth a phone's space.
      return inStatus.length > 0 && column.field === 'onboardedAt'
        ? { ...column, Cell: Onboarded, onPhones: 'never' as const }
        : column;
    }),
    ...(inStatus.length > 0
      ? [
          {
            name: 'status',
            label: 'manager.users.status' as const,
            Cell: Status,
            onPhones: 'besideName' as const,
            isUsual: isActive,
          },
        ]
      : []),
    ...(name && !isNamed ? [name] : []),
    ...inStatus.map((column) => ({ ...column, hidden: true })),
    ...hidden,
  ];
}

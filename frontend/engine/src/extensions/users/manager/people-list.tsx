import { useTranslation } from 'react-i18next';
import { type ColumnDefinition, columnsOfEntry } from '#frontend/manager/list/columns.ts';
import {
  type CellProps,
  ColumnsPopover,
  CreateLink,
  DensitySwitch,
  FilterChips,
  FiltersButton,
  FiltersPopover,
  ListCount,
  ListFrame,
  ListMenu,
  ListRows,
  ListSearch,
  ListTools,
  LoadMore,
  SelectionBar,
  useListPage,
  ViewsBar,
} from '#frontend/manager/parts/list.ts';
import { useResource } from '#frontend/manager/resource.ts';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { peopleColumns } from './people-columns.ts';
import { accountStatus, displayNameOf, toUser } from './user.ts';
import styles from './users.module.css';

const made = new WeakMap<object, readonly ColumnDefinition[]>();

/** Renders the list of users: each with their initials, and their account status in one column. */
export default function PeopleList() {
  const resource = useResource();
  const ofEntry = columnsOfEntry(resource);
  const columns = made.get(ofEntry) ?? peopleColumns(ofEntry, { Person, Address, Status });
  made.set(ofEntry, columns);
  const { list, table, choice, views, filtering, selection, density, setDensity } = useListPage(columns);
  return (
    <ListFrame list={list} actions={<CreateLink />}>
      <ViewsBar list={list} views={views} />
      <ListTools search={<ListSearch list={list} />} count={<ListCount list={list} />}>
        <FiltersButton filtering={filtering} />
        <ColumnsPopover table={table} choice={choice} />
        <DensitySwitch density={density} onChange={setDensity} />
        <ListMenu list={list} table={table} choice={choice} selection={selection} />
      </ListTools>
      <FilterChips filtering={filtering} />
      <FiltersPopover filtering={filtering} />
      <ListRows list={list} table={table} density={density} selection={selection} />
      <LoadMore list={list} />
      <SelectionBar list={list} table={table} selection={selection} />
    </ListFrame>
  );
}

function Person({ item }: CellProps) {
  const user = toUser(item);
  const name = displayNameOf(user);
  return (
    <span className={styles.person}>
      <Avatar name={name} />
      <bdi>{name}</bdi>
    </span>
  );
}

const Address = ({ item }: CellProps) => <bdi className={styles.address}>{toUser(item).email}</bdi>;

/** Common values are not emphasized. */
const tones = { banned: 'bad', notVerified: 'open', notOnboarded: undefined, active: undefined } as const;

function Status({ item }: CellProps) {
  const { t } = useTranslation();
  const status = accountStatus(toUser(item));
  const text = t(`manager.users.is.${status}`);
  const tone = tones[status];
  return tone ? <Badge tone={tone}>{text}</Badge> : <span className={styles.usual}>{text}</span>;
}

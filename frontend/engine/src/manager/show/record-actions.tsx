import type { Resource } from '@bindery/contract/schema/index.ts';
import { ChevronDown, ChevronUp, Pencil } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { buttonClass } from '#frontend/shell/components/button.tsx';
import iconButton from '#frontend/shell/components/icon-button.module.css';
import { lazyDialog } from '#frontend/shell/components/lazy-dialog.tsx';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { AppLink } from '#frontend/shell/layout/app-link.tsx';
import { CustomPage } from '../custom-page.tsx';
import { isSomethingOpen, useKeyDown } from '../keys/keys.tsx';
import { continueList, neighboursOf } from '../last-list.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { turnKey } from '../layout/turn-key.ts';
import { formatTotal } from '../numbers.ts';
import { overridesOf } from '../overrides.ts';
import type { LoadedRecord } from '../record-state.tsx';
import { addresses, type ManagerRecord, useResource } from '../resource.ts';
import { mayWith } from '../row-rights.ts';
import styles from './show-page.module.css';

const archivedActions = async () => ({ default: (await import('./record-menu.tsx')).ArchivedActions });
const MenuContent = lazyDialog(() => import('./record-menu.tsx'));

/** A record and how it was loaded. */
export interface RecordActionsProps {
  readonly item: ManagerRecord;
  readonly record: LoadedRecord;
}

/**
 * Renders the links and buttons next to the heading of a record that the user may use, as far as the page
 * knows.
 */
export function RecordActions({ item, record }: RecordActionsProps) {
  const { t } = useTranslation();
  const resource = useResource();
  if (item.archivedAt) return <CustomPage load={archivedActions} props={{ item }} />;
  const { actions } = overridesOf(resource.name);
  return (
    <>
      <NeighbourLinks resource={resource} id={item.id} />
      {actions && <CustomPage load={actions} props={{ item, onChanged: record.reload }} />}
      {mayWith(resource, 'update', item) && (
        <AppLink className={buttonClass('primary')} to={addresses.update(resource.name, item.id)}>
          <Pencil size={16} aria-hidden="true" />
          <span>{t('manager.show.edit')}</span>
        </AppLink>
      )}
      <span className={styles.menu}>
        <MenuButton>
          {(button, onClose) => <MenuContent item={item} record={record} button={button} onClose={onClose} />}
        </MenuButton>
      </span>
    </>
  );
}

/**
 * Renders links to the previous and next record in the list that the user came from, if it contains the
 * record.
 */
function NeighbourLinks({ resource: { name }, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [read, setRead] = useState(0);
  // Without a response, the last known record has no neighbour.
  const readOn = (then: () => unknown) => void continueList(name).then(then, () => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is remembered has grown by each reading
  const neighbours = useMemo(() => neighboursOf(name, id), [name, id, read]);
  const goesOn = neighbours?.goesOn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each record asks again, as one reading may not be enough
  useEffect(() => {
    if (goesOn) readOn(() => setRead((before) => before + 1));
  }, [goesOn, name, id]);
  useKeyDown((event) => {
    const key = turnKey(event);
    if (!key || event.defaultPrevented || isSomethingOpen()) return;
    // Back leads to the list, regardless of how many records the user viewed.
    const go = (to: string | undefined) => to && navigate(addresses.show(name, to), { replace: true });
    const to = neighbours?.[key];
    if (to || (key === 'next' && goesOn)) event.preventDefault();
    if (to || !goesOn) void go(to);
    else if (key === 'next') readOn(() => go(neighboursOf(name, id)?.next));
  });
  if (!neighbours || neighbours.total === 1) return null;
  return (
    <span className={styles.neighbours} data-pager>
      <Neighbour
        label={t('manager.forms.previous')}
        resource={name}
        id={neighbours.previous}
        icon={ChevronUp}
      />
      <span className={styles.place}>
        {t('manager.forms.place', { place: neighbours.place, total: formatTotal(language, neighbours) })}
      </span>
      <Neighbour label={t('manager.forms.next')} resource={name} id={neighbours.next} icon={ChevronDown} />
    </span>
  );
}

interface NeighbourProps {
  label: string;
  resource: string;
  id: string | undefined;
  icon: typeof ChevronUp;
}

function Neighbour({ label, resource, id, icon: Icon }: NeighbourProps) {
  const icon = <Icon size={20} aria-hidden="true" />;
  if (id === undefined)
    return (
      <span className={iconButton.button} aria-hidden="true">
        {icon}
      </span>
    );
  return (
    <AppLink
      className={iconButton.button}
      to={addresses.show(resource, id)}
      replace
      aria-label={label}
      title={label}
    >
      {icon}
    </AppLink>
  );
}

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Resource } from '#contract/schema/index.ts';
import { AppLink } from '../../layout/app-link.tsx';
import { isSomethingOpen } from '../keys/pressed-key.ts';
import { neighboursOf } from '../last-list.ts';
import { turnKey } from '../layout/turn-key.ts';
import { addresses } from '../resource.ts';
import styles from './neighbours.module.css';

/** Renders links to the records before and after this one in the list that the user came from, if it is part of it. */
export function NeighbourLinks({ resource: { name }, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const neighbours = useMemo(() => neighboursOf(name, id), [name, id]);
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      const key = turnKey(event);
      const to = key && neighbours?.[key];
      if (!to || event.defaultPrevented || isSomethingOpen()) return;
      event.preventDefault();
      // Back leads to the list, however many records were looked at.
      void navigate(addresses.show(name, to), { replace: true });
    };
    addEventListener('keydown', turn);
    return () => removeEventListener('keydown', turn);
  }, [navigate, name, neighbours]);
  if (!neighbours) return null;
  const { place, total } = neighbours;
  return (
    <span className={styles.neighbours}>
      <Neighbour
        label={t('manager.forms.previous')}
        resource={name}
        id={neighbours.previous}
        icon={ChevronUp}
      />
      <span className={styles.place}>{t('manager.forms.place', { place, total })}</span>
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
      <span className={styles.link} aria-hidden="true">
        {icon}
      </span>
    );
  return (
    <AppLink
      className={styles.link}
      to={addresses.show(resource, id)}
      replace
      aria-label={label}
      title={label}
    >
      {icon}
    </AppLink>
  );
}

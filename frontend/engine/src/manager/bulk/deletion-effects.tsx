import type { AffectedRecords, Deletion } from '@bindery/contract/records/resources/routes.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useTranslation } from 'react-i18next';
import { useLabels } from '../labels.ts';
import { resourceNamed } from '../resource.ts';
import { canUndo } from '../toasts/done-toast.ts';
import styles from './deletion-effects.module.css';

/** Renders which records are deleted along with a record, or which ones prevent its deletion. */
export function DeletionEffectsList({ deletion }: { deletion: Deletion }) {
  const { t } = useTranslation();
  const { deleted, changed, blocking } = deletion;
  if (blocking.length > 0) return <AffectedList title={t('manager.remove.blocked')} reached={blocking} />;
  return (
    <>
      {deleted.length > 0 && <AffectedList title={t('manager.remove.along')} reached={deleted} />}
      {changed.length > 0 && <AffectedList title={t('manager.remove.changes')} reached={changed} />}
    </>
  );
}

/** Renders what distinguishes a record from others with the same label, below the question. */
export const RecordDetail = ({ text }: { text: string }) => (
  <p className={styles.detail}>
    <bdi>{text}</bdi>
  </p>
);

/** Renders whether the user can undo a deletion: the same sentence wherever records are deleted. */
export function UndoSentence({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  if (!canUndo(resource, 'delete')) return <p>{t('manager.remove.final')}</p>;
  return (
    <>
      <p>{t('manager.remove.undoable')}</p>
      {resource.managedBy === 'auth' && <p>{t('manager.remove.accountLoses')}</p>}
    </>
  );
}

interface AffectedListProps {
  title: string;
  reached: readonly AffectedRecords[];
}

/** Renders the number of records of each resource that a deletion affects. */
export function AffectedList({ title, reached }: AffectedListProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  return (
    <div className={styles.part}>
      <p>{title}</p>
      <ul className={styles.reached}>
        {reached.map(({ resource: name, total }) => {
          const resource = name === null ? undefined : resourceNamed(name);
          return (
            <li key={name}>
              {resource ? labels.count(resource, total) : t('manager.remove.others', { count: total })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

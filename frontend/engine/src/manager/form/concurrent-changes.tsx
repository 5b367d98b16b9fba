import { isEmptyValue } from '@bindery/contract/records/resources/fields.ts';
import type { HistoryChange } from '@bindery/contract/records/resources/history.ts';
import type { Resource, ResourceField } from '@bindery/contract/schema/index.ts';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentSession } from '#frontend/shell/auth/session.ts';
import { useNow } from '#frontend/shell/browser/use-now.ts';
import { Button } from '#frontend/shell/components/button.tsx';
import { Dialog, DialogActions } from '#frontend/shell/components/dialog.tsx';
import { FormError } from '#frontend/shell/components/form-error.tsx';
import { formatRelative } from '#frontend/shell/i18n/format.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import type { ShowProps } from '../fields/base/field.ts';
import { fieldComponents } from '../fields/index.ts';
import { useAuthor } from '../history/author.tsx';
import { useLabels } from '../labels.ts';
import { canUndo } from '../row-rights.ts';
import { compareVersions, type FieldVersions, mergeVersions, type Side } from './merge.ts';
import styles from './record-form.module.css';
import type { Conflict, Removed, UpdateForm } from './use-update-form.ts';

/** Renders what happened to a record during editing: that it was changed, or deleted. */
export function ConcurrentChangeDialogs({ update }: { update: UpdateForm }) {
  const { resource, conflict, removed } = update;
  if (removed) return <RemovedDialog resource={resource} removed={removed} />;
  return conflict && <ConflictDialog resource={resource} conflict={conflict} />;
}

/** Returns whether a change was made by the user, in another tab or on another device. */
const isOwn = ({ actor, impersonator }: HistoryChange) =>
  !impersonator && actor !== null && actor.id === currentSession()?.user.id;

interface ByProps {
  readonly text: 'manager.conflict.savedBy' | 'manager.conflict.deletedBy';
  readonly change: HistoryChange;
}

/** Renders the sentence of who made a change, and when. */
function By({ text, change }: ByProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const author = useAuthor();
  const time = formatRelative(language, change.at, useNow());
  return isOwn(change) ? t(`${text}You`, { time }) : t(text, { author: author(change), time });
}

/** Offers to create a record that was deleted during editing again, with the values of the form. */
function RemovedDialog({ resource, removed }: { resource: Resource; removed: Removed }) {
  const { t } = useTranslation();
  const { change, createAgain, close } = removed;
  const isOffered = canUndo(resource, change.action === 'archive' ? 'archive' : 'delete');
  return (
    <Dialog title={t('manager.conflict.deleted')} onClose={close}>
      <p>
        <By text="manager.conflict.deletedBy" change={change} />
      </p>
      {isOffered && <p>{t('manager.conflict.deletedText')}</p>}
      <DialogActions>
        <Button onClick={close}>{t('manager.forms.conflict.back')}</Button>
        {isOffered && (
          <Button variant="primary" action={createAgain}>
            {t('manager.conflict.createAgain')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Lets the user decide, field by field, between their version of a record and another user's. */
function ConflictDialog({ resource, conflict }: { resource: Resource; conflict: Conflict }) {
  const { versions, change, resolve, close } = conflict;
  const { t } = useTranslation();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const [isAsked, setAsked] = useState(false);
  const reason = useId();
  const { clashes, onlyTheirs, onlyMine } = useMemo(
    () => compareVersions(resource, versions),
    [resource, versions],
  );

  const missing = clashes.find(({ field }) => !choices[field.name]);

  function save() {
    setAsked(true);
    if (missing) document.getElementById(idOf(missing.field, 'mine'))?.focus();
    else resolve(mergeVersions(resource, versions, choices));
  }

  return (
    <Dialog
      title={t(change && isOwn(change) ? 'manager.conflict.titleOwn' : 'manager.conflict.title')}
      onClose={close}
    >
      <p>
        {change ? <By text="manager.conflict.savedBy" change={change} /> : t('manager.conflict.text')}{' '}
        {t('manager.conflict.kept')}
      </p>
      {clashes.length > 0 && (
        <p id={reason} className={styles.title}>
          {t('manager.forms.conflict.chooseEach')}
        </p>
      )}
      {clashes.map((clash) => (
        <Clash
          key={clash.field.name}
          resource={resource}
          versions={clash}
          chosen={choices[clash.field.name]}
          onChoose={(side) => setChoices({ ...choices, [clash.field.name]: side })}
        />
      ))}
      <Changes side="theirs" changes={onlyTheirs} resource={resource} />
      <Changes side="mine" changes={onlyMine} resource={resource} />
      <div className={styles.buttons}>
        <FormError text={isAsked && missing ? t('manager.forms.conflict.chooseEach') : ''} />
        <DialogActions>
          <Button onClick={close}>{t('manager.forms.conflict.back')}</Button>
          <Button
            variant="primary"
            aria-disabled={missing !== undefined}
            aria-describedby={missing && reason}
            onClick={save}
          >
            {t('manager.form.save')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

const idOf = ({ name }: ResourceField, side: Side) => `conflict-${name}-${side}`;

interface ClashProps {
  resource: Resource;
  versions: FieldVersions;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}

function Clash({ resource, versions, chosen, onChoose }: ClashProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { field } = versions;
  return (
    <fieldset className={styles.clash}>
      <legend>{labels.field(resource, field)}</legend>
      <Line label={t('manager.forms.conflict.before')}>
        <Value resource={resource} field={field} value={versions.base} />
      </Line>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={styles.choice}>
          <input
            type="radio"
            id={idOf(field, side)}
            name={`conflict-${field.name}`}
            checked={chosen === side}
            onChange={() => onChoose(side)}
          />
          <Line label={t(`manager.forms.conflict.${side}`)}>
            <Value resource={resource} field={field} value={versions[side]} />
          </Line>
        </label>
      ))}
    </fieldset>
  );
}

interface ChangesProps {
  /** Who has made the changes. */
  side: Side;
  changes: readonly FieldVersions[];
  resource: Resource;
}

function Changes({ side, changes, resource }: ChangesProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  if (changes.length === 0) return null;
  const title = t(`manager.forms.conflict.${side === 'mine' ? 'onlyMine' : 'onlyTheirs'}`);
  return (
    <section className={styles.changes} aria-label={title}>
      <p className={styles.title}>{title}</p>
      {changes.map((change) => (
        <Line key={change.field.name} label={labels.field(resource, change.field)}>
          <Value resource={resource} field={change.field} value={change.base} as="del" />
          <Value resource={resource} field={change.field} value={change[side]} />
        </Line>
      ))}
    </section>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <span className={styles.line}>
    <span className={styles.conflictLabel}>{label}</span> {children}
  </span>
);

/** Links in a choice would compete with it, so they are not reachable. */
function Value({ as: Element = 'span', ...props }: ShowProps & { as?: 'del' | 'span' }) {
  const { t } = useTranslation();
  const { Show } = fieldComponents(props.field.kind);
  return (
    <Element className={styles.value} inert>
      {isEmptyValue(props.value) ? t('manager.show.notSet') : <Show {...props} />}
    </Element>
  );
}

import type { Resource } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import { notifyError } from '#frontend/shell/components/notify-error.ts';
import { http } from '#frontend/shell/http/http.ts';

interface Props {
  readonly resource: Resource;
  /** The query string of the list's filters. */
  readonly query: string;
  readonly onSelectAll: (counted: number) => void;
}

/** Renders the button that selects all records of a list whose number is not exact: it counts them first. */
export function SelectAllFound({ resource, query, onSelectAll }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const count = async () => {
    setBusy(true);
    try {
      const parameters = new URLSearchParams(query);
      parameters.set('_total', 'exact');
      parameters.set('_end', '1');
      const { headers } = await http.get(`/api/${resource.name}?${parameters}`);
      onSelectAll(Number(headers['x-total-count']));
    } catch (error) {
      await notifyError(error, t('manager.table.countFailed'));
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" busy={busy} onClick={count}>
      {t('manager.table.selectAllFound')}
    </Button>
  );
}

import type { ErrorBody } from '@bindery/contract/records/errors.ts';
import type { Resource } from '@bindery/contract/schema/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isExplainedByDialog } from '#frontend/shell/components/notify-error.ts';
import { describeError, loadErrorTexts } from '#frontend/shell/http/describe-error.ts';
import { HttpError } from '#frontend/shell/http/http-error.ts';
import { errorTexts } from '../field-errors.ts';
import { useReferenceLabel } from '../fields/base/hidden-record.ts';
import { useLabels } from '../labels.ts';
import { queryClient } from '../refine/query-client.ts';
import { resourceNamed } from '../resource.ts';

/** Why a bulk write failed, and the current number of records on the server. */
interface Failure {
  readonly text: string;
  readonly count?: number | undefined;
}

interface Written {
  readonly resource: Resource;
  /** Called when a selected record no longer exists. */
  readonly onGone: (id: string) => void;
}

/**
 * Returns why a bulk write has failed, and a function that determines it from the error. A record that no
 * longer exists leaves the selection.
 */
export function useFailure({ resource, onGone }: Written) {
  const { t } = useTranslation();
  const labels = useLabels();
  const nameOf = useReferenceLabel();
  const [failure, setFailure] = useState<Failure>();

  const reasonOf = async (error: HttpError): Promise<string> => {
    const [first] = Object.entries(error.errors);
    await loadErrorTexts(error);
    return first ? errorTexts(resource, labels)(...first) : describeError(error);
  };
  async function failed(error: unknown): Promise<void> {
    if (!(error instanceof HttpError)) throw error;
    if (isExplainedByDialog(error)) return;
    const { record, count }: Partial<ErrorBody> = Object(error.body);
    if (error.code === 'SELECTION_CHANGED' && count !== undefined) {
      await queryClient.invalidateQueries();
      return setFailure({
        text: t('manager.table.otherCount', { records: labels.count(resource, count) }),
        count,
      });
    }
    if (error.status === 404 && record) {
      onGone(record.id);
      return setFailure({ text: t('manager.table.gone') });
    }
    const reason = await reasonOf(error);
    setFailure({
      text: record
        ? t('manager.table.failedAt', {
            label: nameOf(resourceNamed(record.resource) ?? resource, record),
            reason,
          })
        : reason,
    });
  }
  return { failure, failed, forget: () => setFailure(undefined) };
}

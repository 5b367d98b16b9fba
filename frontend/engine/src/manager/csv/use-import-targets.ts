import { useTranslation } from 'react-i18next';
import { useLabels } from '../labels.ts';
import { useResource } from '../resource.ts';
import { type ImportTarget, importTargets } from './guess-mapping.ts';

/** Returns the targets of the columns of the page's resource, with their labels. */
export function useImportTargets(): ImportTarget[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const resource = useResource();
  return importTargets(resource, {
    labelOf: (field) => labels.field(resource, field),
    idLabel: t('csv.id'),
  });
}

import { loadProduct } from '@bindery/contract/api/load-product.ts';
import { defineCommand } from './command.ts';

const USAGE = `npm run bindery plan [-- options]

Says what resources.config.ts changes: the tables, with locks, losses and
numbers of rows, also where a migration is written already; endpoints, as
breaking or safe for those who call them; who gains and loses which rights;
texts that are missing.

  --against <revision>  what it is compared with; HEAD
  --check               exits with 1 if something is breaking or lost
  --json                prints it as JSON`;

const options = {
  against: { type: 'string', default: 'HEAD' },
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

/** See `Command`. */
export const run = defineCommand({ usage: USAGE, options }, async ({ values, root, print }) => {
  // Imported dynamically, so that an invalid entry is reported in one line.
  const { resources } = await loadProduct(root);
  const { createReport } = await import('./plan/create-report.ts');
  const { formatReport } = await import('./plan/format-report.ts');
  const { countVerdicts, VERDICTS } = await import('./plan/change.ts');
  const report = await createReport(resources, values.against);
  const counts = countVerdicts(report.changes);
  print(values.json ? JSON.stringify({ ...report, counts }, null, 2) : formatReport(report));
  return values.check && counts.some(({ verdict }) => VERDICTS[verdict] === 'fails') ? 1 : 0;
});

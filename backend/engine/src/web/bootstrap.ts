import { styleText } from 'node:util';
import { product, productResources, productRoot } from '@bindery/contract/api/product.ts';
import { rolesOf } from '@bindery/contract/records/rights.ts';
import { promoteFirstAdmin, replaceFormerRoles } from '#backend/access/auth/roles-at-start.ts';
import type { Database } from '#backend/database/connection.ts';
import { migrate } from '#backend/database/migrations/migrate.ts';
import { usableAccounts } from '#backend/extend/samples/seed-users.ts';
import { seed } from '#backend/extend/seed.ts';
import { docsPath } from '#backend/kernel/docs-path.ts';
import { describeClockDifference, warnOfClockDifference } from '#backend/kernel/health/readiness.ts';
import { describeUnpatched } from '#backend/kernel/node-releases.mjs';
import { misspelledSettings, type Settings } from '#backend/kernel/settings/settings.ts';
import { logger } from '#backend/logging/logger.ts';
import { checkComputedSql } from '#backend/records/resources/query/computed.ts';

/**
 * Prepares a database for the server: runs migrations, replaces former roles, checks the expressions of
 * computed fields, creates the first admin, and seeds samples if configured. Holds a database lock, because
 * two servers that start at the same time would both find it empty and seed it.
 */
export async function bootstrap(database: Database, settings: Settings): Promise<void> {
  const resources = productResources();
  await database.alone(async (alone) => {
    await migrate(alone);
    await replaceFormerRoles(alone, resources);
    await checkComputedSql(alone, resources);
    if (settings.seed) await seed(alone, resources);
    await promoteFirstAdmin(alone, { ...settings, roles: rolesOf(resources) });
  });
  await warnOfClockDifference(database);
}

/** What a start during development prints otherwise. */
interface Development {
  /** How long the start has taken. */
  readonly seconds: number;
  readonly isRestart: boolean;
  /** Other lines, by what they are about. */
  readonly more: Readonly<Record<string, string>>;
}

/**
 * Prints the server's URL, or why it is not ready, the accounts that can sign in with their roles, where
 * sign-in codes appear, and whether Node.js lacks security fixes. During development, prints other lines
 * instead of the last, and at a restart, which changes none of the others, only the first. In production, the
 * lines are those of the log.
 */
export async function printBanner(
  database: Pick<Database, 'query'>,
  settings: Settings,
  development?: Development,
): Promise<void> {
  const { baseUrl, isLocal } = settings;
  const { seconds = process.uptime(), isRestart = false, more = {} } = development ?? {};
  const accounts =
    settings.seed && !isRestart ? await usableAccounts(database, rolesOf(productResources())) : [];
  const accountNames = accounts.map(({ email, role }) => `${email} (${role})`);
  const off = await describeClockDifference(database);
  const unpatched = development ? undefined : describeUnpatched(process.versions.node);
  const warnings = [
    ...misspelledSettings(),
    ...(unpatched ? [`${unpatched} (${docsPath('docs/deploying.md', productRoot())})`] : []),
  ];
  const ready = `${product().name} is ready${isRestart ? ' again' : ''} in ${seconds.toFixed(1)} s`;
  const notReady = `${product().name} runs at ${baseUrl}, but is not ready: ${off}`;
  if (!isLocal && !development) {
    if (off === undefined) logger.info({ url: baseUrl }, ready);
    else logger.error(notReady);
    if (accountNames.length > 0) logger.info({ accounts: accountNames }, 'sample accounts can sign in');
    for (const warning of warnings) logger.warn(warning);
    return;
  }
  const facts = Object.entries({
    ...(accounts.length > 0 && { Accounts: new Intl.ListFormat('en').format(accountNames) }),
    ...(isLocal && { 'Sign-in codes': `here and at ${styleText('cyan', `${baseUrl}/outbox`)}` }),
    ...more,
  });
  const width = Math.max(...facts.map(([about]) => about.length)) + 2;
  const lines = [
    off === undefined
      ? `${styleText(['bold', 'green'], ready)}: ${styleText(['bold', 'cyan'], baseUrl)}`
      : notReady,
    ...(isRestart || facts.length === 0 ? [] : ['']),
    ...(isRestart ? [] : facts.map(([about, text]) => `${styleText('dim', about.padEnd(width))}${text}`)),
    ...(warnings.length > 0 ? [''] : []),
    ...warnings.map((warning) => styleText('yellow', warning)),
  ];
  const above = isRestart ? '' : '\n';
  process.stdout.write(`${above}${lines.map((line) => line && `  ${line}`).join('\n')}\n`);
}

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { EntitySchema } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { DatabaseSchema, type SqlSchemaGenerator } from '@mikro-orm/sql';
import type { Database } from '../connection.ts';
import { DatabaseUnavailable } from '../connection-errors.ts';
import { ormOptions } from '../orm-options.ts';
import { renamesIn } from '../renames.ts';
import { formerValuesIn } from '../select-values.ts';
import { createPlan } from './create-plan.ts';
import type { Plan } from './plan.ts';

/** The migration that creates the function `fold`, which every database needs. */
const FIRST_MIGRATION = 'Migration20260101000000_fold';

/** MikroORM's migrator with a plan that can be inspected before it is written. */
export class PlanningMigrator extends Migrator {
  /** Returns the changes from the snapshot to the entities. Needs no database. */
  async plan(): Promise<Plan> {
    const generator: SqlSchemaGenerator = this.config.getExtension('@mikro-orm/schema-generator')!;
    const platform = this.driver.getPlatform();
    const empty = new DatabaseSchema(platform, platform.getDefaultSchemaName() as string);
    return createPlan({
      before: (await this.getSchemaFromSnapshot()) ?? empty,
      after: generator.getTargetSchema(),
      afterWithoutDerived: generator.getTargetSchema(),
      platform,
      renames: renamesIn(this.driver.getMetadata()),
      formerValues: formerValuesIn(this.driver.getMetadata()),
      toSql: (difference) => generator.diffToSQL(difference, { wrap: false, safe: false, dropTables: true }),
    });
  }

  /**
   * Returns the tables that the folder's migrations result in; undefined before the first migration.
   * @throws DatabaseUnavailable if the file is missing beside migrations, which a new one would repeat, or is
   * no JSON, as after a merge with a conflict.
   */
  override async getSchemaFromSnapshot(): Promise<DatabaseSchema | undefined> {
    try {
      const schema = await super.getSchemaFromSnapshot();
      if (schema || (await this.names()).every((name) => name === FIRST_MIGRATION)) return schema;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new DatabaseUnavailable(
        `${await this.snapshotFile()} is no JSON: ${error.message.replaceAll(/\s+/g, ' ')}. After a merge, take the version of one side: docs/upgrading.md#a-clone`,
      );
    }
    throw new DatabaseUnavailable(
      `${await this.snapshotFile()} is missing: it has the tables of the migrations beside it. Restore it with git.`,
    );
  }

  private async snapshotFile(): Promise<string> {
    await this.initPaths();
    return relative(process.cwd(), join(this.absolutePath, `${this.options.snapshotName}.json`));
  }

  /** Returns the names of the folder's migrations as the migrations table stores them. Needs no database. */
  async names(): Promise<string[]> {
    await this.initPaths();
    return (await this.discoverMigrations()).map(({ name }) => name.replace(/\.[jt]s$/, ''));
  }

  /** Writes a plan as a migration and updates the snapshot. Returns the file, and a function to undo both. */
  async write(plan: Plan): Promise<{ file: string; undo(): Promise<void> }> {
    await this.initPaths();
    const folder = this.absolutePath;
    const snapshot = join(folder, `${this.options.snapshotName}.json`);
    const before = await readFile(snapshot, 'utf8').catch(() => undefined);
    const name = `Migration${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`;
    const file = join(folder, `${name}.ts`);
    await writeFile(file, migrationSource(name, plan), { flag: 'wx' });
    await this.storeCurrentSchema();
    const undo = async () => {
      await rm(file);
      await (before === undefined ? rm(snapshot) : writeFile(snapshot, before));
    };
    return { file, undo };
  }
}

const inTemplate = (text: string) => text.replace(/[`$\\]/g, '\\$&');
const LINE = 110;

/** Returns a migration's TypeScript source, formatted as the linter requires. Migrations have no `down`. */
function migrationSource(name: string, plan: Plan): string {
  const summary = plan.summary.map((line) => ` * - ${line.replaceAll('*/', '')}\n`).join('');
  return `import { Migration } from '@mikro-orm/migrations';

/**
${summary} */
export class ${name} extends Migration {
  override name = '${name}';

  override up(): void {
${plan.statements.map(statementSource).join('')}  }
}
`;
}

function statementSource(sql: string): string {
  const oneLine = `    this.addSql(\`${inTemplate(sql)}\`);\n`;
  return oneLine.length <= LINE + 1 ? oneLine : `    this.addSql(\n      \`${inTemplate(sql)}\`,\n    );\n`;
}

/** Creates a migrator without a database: it compares entities with the snapshot and writes migrations. */
export async function createSnapshotMigrator(
  entities: readonly EntitySchema[],
  migrations?: string,
): Promise<PlanningMigrator> {
  const orm = await MikroORM.init({ ...ormOptions(entities, migrations), dbName: 'none' });
  return new PlanningMigrator(orm.em);
}

/** Runs only the first migration. */
export const runFirstMigration = (database: Database) =>
  new PlanningMigrator(database.orm.em).up({ to: FIRST_MIGRATION });

/** A migrator without a snapshot, so that its plan creates every table. */
export class MigratorFromNothing extends PlanningMigrator {
  override async getSchemaFromSnapshot(): Promise<DatabaseSchema | undefined> {
    return undefined;
  }
}

/** Creates the tables of the entities in an empty database, regardless of the migrations. */
export async function createTables(database: Database): Promise<void> {
  await runFirstMigration(database);
  await runPlan(database, new MigratorFromNothing(database.orm.em));
}

/** Runs the plan of a migrator. */
export async function runPlan(database: Database, migrator: PlanningMigrator): Promise<void> {
  const { statements } = await migrator.plan();
  await database.runScript(statements.map((statement) => statement.replace(/;?\s*$/, ';')).join('\n'));
}

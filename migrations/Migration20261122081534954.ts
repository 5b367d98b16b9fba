import { Migration } from '@mikro-orm/migrations';

/**
 * - history: changes its indexes and rules
 */
export class Migration20261122081534954 extends Migration {
  override name = 'Migration20261122081534954';

  override up(): void {
    this.addSql(
      `create index "history_impersonator" on "history" ("impersonator_id", "at", "id") where "impersonator_id" is not null;`,
    );
  }
}

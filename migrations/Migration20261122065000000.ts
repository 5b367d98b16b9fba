import { Migration } from '@mikro-orm/migrations';

/** - renames code_budgets to rate_limit_counters */
export class Migration20261122065000000 extends Migration {
  override name = 'Migration20261122065000000';

  override up(): void {
    this.addSql(`alter table "code_budgets" rename to "rate_limit_counters";`);
    this.addSql(`alter index "code_budgets_pkey" rename to "rate_limit_counters_pkey";`);
    this.addSql(
      `alter index "code_budgets_resets_at_index" rename to "rate_limit_counters_resets_at_index";`,
    );
  }
}

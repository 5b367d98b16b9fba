import { Migration } from '@mikro-orm/migrations';

/**
 * - batch_jobs: adds actor_fields
 * - imports: adds actor_fields
 */
export class Migration20261127074821873 extends Migration {
  override name = 'Migration20261127074821873';

  override up(): void {
    this.addSql(`alter table "batch_jobs" add "actor_fields" jsonb null;`);
    this.addSql(`alter table "imports" add "actor_fields" jsonb null;`);
  }
}

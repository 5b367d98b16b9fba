import { Migration } from '@mikro-orm/migrations';

/**
 * - history: adds impersonator_id, batch
 */
export class Migration20261122072738673 extends Migration {
  override name = 'Migration20261122072738673';

  override up(): void {
    this.addSql(`alter table "history" add "impersonator_id" uuid null, add "batch" uuid null;`);
    this.addSql(`create index "history_actor" on "history" ("actor_id", "at", "id");`);
    this.addSql(`create index "history_batch" on "history" ("batch") where "batch" is not null;`);
  }
}

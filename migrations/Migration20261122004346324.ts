import { Migration } from '@mikro-orm/migrations';

/**
 * - sessions: adds parent_session_id
 */
export class Migration20261122004346324 extends Migration {
  override name = 'Migration20261122004346324';

  override up(): void {
    this.addSql(`alter table "sessions" add "parent_session_id" uuid null;`);
    this.addSql(
      `alter table "sessions" add constraint "sessions_parent_session_id_foreign" foreign key ("parent_session_id") references "sessions" ("id") on delete cascade;`,
    );
    this.addSql(`create index "sessions_impersonated_by_index" on "sessions" ("impersonated_by");`);
    this.addSql(`create index "sessions_parent_session_id_index" on "sessions" ("parent_session_id");`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - creates saved_view_choices
 */
export class Migration20261122170409195 extends Migration {
  override name = 'Migration20261122170409195';

  override up(): void {
    this.addSql(
      `create table "saved_view_choices" ("user_id" uuid not null, "resource" varchar(100) not null, "view_id" uuid null, primary key ("user_id", "resource"));`,
    );
    this.addSql(
      `alter table "saved_view_choices" add constraint "saved_view_choices_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "saved_view_choices" add constraint "saved_view_choices_view_id_foreign" foreign key ("view_id") references "saved_views" ("id") on update no action on delete cascade;`,
    );
  }
}

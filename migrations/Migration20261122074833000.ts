import { Migration } from '@mikro-orm/migrations';

/**
 * - creates saved_views
 */
export class Migration20261122074833000 extends Migration {
  override name = 'Migration20261122074833000';

  override up(): void {
    this.addSql(
      `create table "saved_views" ("id" uuid not null, "owner_id" uuid not null, "resource" varchar(100) not null, "name" varchar(100) not null, "query" text not null, "columns" jsonb null, "shared" boolean not null, "is_default" boolean not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "saved_views_shared" on "saved_views" ("shared", "resource");`);
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_name_unique" unique ("owner_id", "resource", "name");`,
    );
    this.addSql(
      `alter table "saved_views" add constraint "saved_views_owner_id_foreign" foreign key ("owner_id") references "users" ("id") on update no action on delete cascade;`,
    );
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - creates api_keys
 * - history: adds api_key
 * - imports: adds api_key
 * - write_events: adds api_key
 */
export class Migration20261122133632259 extends Migration {
  override name = 'Migration20261122133632259';

  override up(): void {
    this.addSql(
      `create table "api_keys" ("id" uuid not null, "user_id" uuid not null, "name" varchar(255) not null, "prefix" varchar(120) not null, "hash" varchar(64) not null, "read_only" boolean not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "api_keys_user_id_index" on "api_keys" ("user_id");`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_prefix_unique" unique ("prefix");`);
    this.addSql(`alter table "history" add "api_key" jsonb null;`);
    this.addSql(
      `create index "history_api_key" on "history" (("api_key" ->> 'id'), "at", "id") where "api_key" is not null;`,
    );
    this.addSql(`alter table "imports" add "api_key" jsonb null;`);
    this.addSql(`alter table "write_events" add "api_key" jsonb null;`);
    this.addSql(
      `alter table "api_keys" add constraint "api_keys_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - creates write_events
 */
export class Migration20261122115113562 extends Migration {
  override name = 'Migration20261122115113562';

  override up(): void {
    this.addSql(
      `create table "write_events" ("position" bigserial primary key, "id" uuid not null, "resource" varchar(100) not null, "record_id" uuid not null, "action" varchar(10) not null, "actor_id" uuid null, "impersonator_id" uuid null, "batch" uuid null, "changes" jsonb not null, "at" timestamptz(3) not null, "due_at" timestamptz(3) not null, "attempts" int not null default 0, "failed_at" timestamptz(3) null, "error" text null);`,
    );
    this.addSql(`create index "write_events_due" on "write_events" ("resource", "due_at", "position");`);
    this.addSql(
      `create index "write_events_record" on "write_events" ("resource", "record_id", "position");`,
    );
  }
}

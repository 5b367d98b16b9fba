import { Migration } from '@mikro-orm/migrations';

/**
 * - creates batch_jobs
 * - creates batch_job_records
 */
export class Migration20261124120755460 extends Migration {
  override name = 'Migration20261124120755460';

  override up(): void {
    this.addSql(
      `create table "batch_jobs" ("id" uuid not null, "kind" varchar(10) not null, "resource" varchar(100) not null, "actor_id" uuid not null, "impersonator_id" uuid null, "session_id" uuid null, "api_key" jsonb null, "work" jsonb not null, "state" varchar(10) not null, "total" int not null, "portion" int not null default 0, "done" int not null default 0, "changed" int not null default 0, "skipped" int not null default 0, "is_cancelled" boolean not null default false, "error" jsonb null, "created_at" timestamptz(3) not null, "ended_at" timestamptz(3) null, "is_dismissed" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(`create index "batch_jobs_created_at_index" on "batch_jobs" ("created_at");`);
    this.addSql(`create index "batch_jobs_actor" on "batch_jobs" ("actor_id", "created_at");`);
    this.addSql(
      `create table "batch_job_records" ("job_id" uuid not null, "portion" int not null, "record_id" uuid not null, primary key ("job_id", "portion", "record_id"));`,
    );
    this.addSql(
      `alter table "batch_job_records" add constraint "batch_job_records_job_id_foreign" foreign key ("job_id") references "batch_jobs" ("id") on delete cascade;`,
    );
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - creates imports
 * - creates import_chunks
 * - creates import_keys
 * - creates import_wrong_rows
 */
export class Migration20261122084048284 extends Migration {
  override name = 'Migration20261122084048284';

  override up(): void {
    this.addSql(
      `create table "imports" ("id" uuid not null, "resource" varchar(100) not null, "actor_id" uuid not null, "impersonator_id" uuid null, "name" varchar(255) not null, "size" int not null, "total" int not null, "done" int not null default 0, "delimiter" varchar(1) not null, "columns" jsonb not null, "state" varchar(20) not null, "mapping" jsonb null, "match_by" varchar(100) null, "mode" varchar(10) null, "job_id" uuid null, "is_cancelled" boolean not null default false, "wrong" int not null default 0, "created" int not null default 0, "updated" int not null default 0, "error" jsonb null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "imports_actor_id_index" on "imports" ("actor_id");`);
    this.addSql(`create index "imports_created_at_index" on "imports" ("created_at");`);
    this.addSql(
      `create table "import_chunks" ("import_id" uuid not null, "position" int not null, "data" bytea not null, primary key ("import_id", "position"));`,
    );
    this.addSql(
      `create table "import_keys" ("import_id" uuid not null, "rule" varchar(100) not null, "key" varchar(32) not null, "number" int not null, primary key ("import_id", "rule", "key"));`,
    );
    this.addSql(
      `create table "import_wrong_rows" ("import_id" uuid not null, "number" int not null, "cells" jsonb not null, "errors" jsonb not null, primary key ("import_id", "number"));`,
    );
    this.addSql(
      `alter table "import_chunks" add constraint "import_chunks_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "import_keys" add constraint "import_keys_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "import_wrong_rows" add constraint "import_wrong_rows_import_id_foreign" foreign key ("import_id") references "imports" ("id") on delete cascade;`,
    );
  }
}

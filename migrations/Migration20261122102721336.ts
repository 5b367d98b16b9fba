import { Migration } from '@mikro-orm/migrations';

/**
 * - creates file_removals
 * - creates files
 * - books: adds cover
 */
export class Migration20261122102721336 extends Migration {
  override name = 'Migration20261122102721336';

  override up(): void {
    this.addSql(
      `create table "file_removals" ("id" uuid not null, "thumbnails" jsonb not null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(
      `create table "files" ("id" uuid not null, "resource" varchar(100) not null, "field" varchar(100) not null, "uploader_id" uuid not null, "name" varchar(255) not null, "type" varchar(255) not null, "size" int not null, "sha256" varchar(64) not null, "width" int null, "height" int null, "thumbnails" jsonb not null, "is_stored" boolean not null default false, "attached_at" timestamptz(3) null, "unused_since" timestamptz(3) null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "files_created_at_index" on "files" ("created_at");`);
    this.addSql(`alter table "books" add "cover" uuid null;`);
    this.addSql(
      `alter table "books" add constraint "books_cover_foreign" foreign key ("cover") references "files" ("id") on update no action on delete restrict;`,
    );
    this.addSql(`create index "books_cover_order" on "books" ("cover", "id");`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - creates idempotency_keys
 */
export class Migration20261122174132579 extends Migration {
  override name = 'Migration20261122174132579';

  override up(): void {
    this.addSql(
      `create table "idempotency_keys" ("id" varchar(64) not null, "request" varchar(64) not null, "answer" text not null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "idempotency_keys_expires_at_index" on "idempotency_keys" ("expires_at");`);
  }
}

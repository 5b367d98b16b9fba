import { Migration } from '@mikro-orm/migrations';

/**
 * - creates mail_quotas
 */
export class Migration20261122003244673 extends Migration {
  override name = 'Migration20261122003244673';

  override up(): void {
    this.addSql(
      `create table "mail_quotas" ("key" text not null, "grants" text not null, "expires_at" timestamptz not null, primary key ("key"));`,
    );
    this.addSql(`create index "mail_quotas_expires_at_index" on "mail_quotas" ("expires_at");`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - verifications: changes id
 */
export class Migration20261121111010 extends Migration {
  override name = 'Migration20261121111010';

  override up(): void {
    this.addSql(`alter table "verifications" alter column "id" type text using ("id"::text);`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - imports: adds session_id
 */
export class Migration20261124023644761 extends Migration {
  override name = 'Migration20261124023644761';

  override up(): void {
    this.addSql(`alter table "imports" add "session_id" uuid null;`);
  }
}

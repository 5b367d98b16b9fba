import { Migration } from '@mikro-orm/migrations';

/**
 * - renames import_wrong_rows to import_invalid_rows
 * - imports: renames wrong to invalid
 * - idempotency_keys: renames answer to response
 */
export class Migration20261127080305301 extends Migration {
  override name = 'Migration20261127080305301';

  override up(): void {
    this.addSql(`alter table "import_wrong_rows" rename to "import_invalid_rows";`);
    this.addSql(
      `alter table "import_invalid_rows" rename constraint "import_wrong_rows_pkey" to "import_invalid_rows_pkey";`,
    );
    this.addSql(
      `alter table "import_invalid_rows" rename constraint "import_wrong_rows_import_id_foreign" to "import_invalid_rows_import_id_foreign";`,
    );
    this.addSql(`alter table "imports" rename column "wrong" to "invalid";`);
    this.addSql(`alter table "idempotency_keys" rename column "answer" to "response";`);
  }
}

import { Migration } from '@mikro-orm/migrations';

/**
 * - genres: changes its indexes and rules
 * - books: changes its indexes and rules
 */
export class Migration20261122020132489 extends Migration {
  override name = 'Migration20261122020132489';

  override up(): void {
    this.addSql(`alter table "genres" drop constraint "genres_name_unique";`);
    this.addSql(
      `do $guard$ declare clashing bigint; examples text; begin select sum(size), string_agg(example, '; ') filter (where number <= 5) into clashing, examples from (select count(*) as size, array_to_string((array_agg(concat_ws(', ', quote_nullable("name")) order by "id"))[1:3], ' = ') as example, row_number() over () as number from "genres" where num_nulls("name") = 0 group by left(fold("name"), 500) having count(*) > 1) as clash; if clashing > 0 then raise exception '% rows of genres share their name with another: %', clashing, examples; end if; end $guard$;`,
    );
    this.addSql(`create unique index "genres_name_folded_unique" on "genres" (left(fold("name"), 500));`);
    this.addSql(`alter table "books" drop constraint "books_title_author_unique";`);
    this.addSql(
      `do $guard$ declare clashing bigint; examples text; begin select sum(size), string_agg(example, '; ') filter (where number <= 5) into clashing, examples from (select count(*) as size, array_to_string((array_agg(concat_ws(', ', quote_nullable("title"), quote_nullable("author")) order by "id"))[1:3], ' = ') as example, row_number() over () as number from "books" where num_nulls("title", "author") = 0 group by left(fold("title"), 500), left(fold("author"), 500) having count(*) > 1) as clash; if clashing > 0 then raise exception '% rows of books share their title, author with another: %', clashing, examples; end if; end $guard$;`,
    );
    this.addSql(
      `create unique index "books_title_author_folded_unique" on "books" (left(fold("title"), 500), left(fold("author"), 500));`,
    );
  }
}

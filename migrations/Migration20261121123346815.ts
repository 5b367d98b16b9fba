import { Migration } from '@mikro-orm/migrations';

/**
 * - creates organizations
 * - creates rate_limits
 * - creates teams
 * - creates users
 * - creates team_members
 * - creates sessions
 * - creates members
 * - creates invitations
 * - creates accounts
 * - creates verifications
 * - creates code_budgets
 * - creates genres
 * - creates books
 * - creates history
 */
export class Migration20261121123346815 extends Migration {
  override name = 'Migration20261121123346815';

  override up(): void {
    this.addSql(
      `create table "organizations" ("id" uuid not null, "name" text not null, "slug" text not null, "logo" text null, "created_at" timestamptz not null default now(), "metadata" text null, primary key ("id"));`,
    );
    this.addSql(`alter table "organizations" add constraint "organizations_slug_unique" unique ("slug");`);
    this.addSql(
      `create table "rate_limits" ("id" uuid not null, "key" text not null, "count" int not null, "last_request" bigint not null, primary key ("id"));`,
    );
    this.addSql(`alter table "rate_limits" add constraint "rate_limits_key_unique" unique ("key");`);
    this.addSql(
      `create table "teams" ("id" uuid not null, "name" text not null, "member_count" int not null default 0, "organization_id" uuid not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "teams_organization_id_index" on "teams" ("organization_id");`);
    this.addSql(
      `create table "users" ("id" uuid not null, "name" text not null, "email" text not null, "email_verified" boolean not null default false, "image" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "role" text null, "banned" boolean null default false, "ban_reason" text null, "ban_expires" timestamptz null, "onboarded_at" timestamptz null, "language" text null, "theme" text null, "email_folded" text collate "C" generated always as (left(fold("email"), 500)) stored null, "name_folded" text collate "C" generated always as (left(fold("name"), 500)) stored null, primary key ("id"));`,
    );
    this.addSql(`alter table "users" add constraint "users_email_unique" unique ("email");`);
    this.addSql(`create index "users_email_folded_order" on "users" ("email_folded", "id");`);
    this.addSql(`create index "users_name_folded_order" on "users" ("name_folded", "id");`);
    this.addSql(`create index "users_role_order" on "users" ("role", "id");`);
    this.addSql(`create index "users_email_verified_order" on "users" ("email_verified", "id");`);
    this.addSql(`create index "users_onboarded_at_order" on "users" ("onboarded_at", "id");`);
    this.addSql(`create index "users_banned_order" on "users" ("banned", "id");`);
    this.addSql(`create index "users_created_at_order" on "users" ("created_at", "id");`);
    this.addSql(`create index "users_updated_at_order" on "users" ("updated_at", "id");`);
    this.addSql(
      `create index "users_email_folded_trigram" on "users" using gin ("email_folded" gin_trgm_ops);`,
    );
    this.addSql(
      `create index "users_name_folded_trigram" on "users" using gin ("name_folded" gin_trgm_ops);`,
    );
    this.addSql(
      `create table "team_members" ("id" uuid not null, "team_id" uuid not null, "user_id" uuid not null, "membership_key" text null, "created_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "team_members_team_id_index" on "team_members" ("team_id");`);
    this.addSql(`create index "team_members_user_id_index" on "team_members" ("user_id");`);
    this.addSql(
      `alter table "team_members" add constraint "team_members_membership_key_unique" unique ("membership_key");`,
    );
    this.addSql(
      `create table "sessions" ("id" uuid not null, "expires_at" timestamptz not null, "token" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "ip_address" text null, "user_agent" text null, "user_id" uuid not null, "impersonated_by" text null, "active_organization_id" text null, "active_team_id" text null, primary key ("id"));`,
    );
    this.addSql(`alter table "sessions" add constraint "sessions_token_unique" unique ("token");`);
    this.addSql(`create index "sessions_user_id_index" on "sessions" ("user_id");`);
    this.addSql(
      `create table "members" ("id" uuid not null, "organization_id" uuid not null, "user_id" uuid not null, "role" text not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "members_organization_id_index" on "members" ("organization_id");`);
    this.addSql(`create index "members_user_id_index" on "members" ("user_id");`);
    this.addSql(
      `create table "invitations" ("id" uuid not null, "organization_id" uuid not null, "email" text not null, "role" text null, "team_id" text null, "status" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "inviter_id" uuid not null, primary key ("id"));`,
    );
    this.addSql(`create index "invitations_organization_id_index" on "invitations" ("organization_id");`);
    this.addSql(`create index "invitations_email_index" on "invitations" ("email");`);
    this.addSql(`create index "invitations_inviter_id_index" on "invitations" ("inviter_id");`);
    this.addSql(
      `create table "accounts" ("id" uuid not null, "account_id" text not null, "provider_id" text not null, "user_id" uuid not null, "access_token" text null, "refresh_token" text null, "id_token" text null, "access_token_expires_at" timestamptz null, "refresh_token_expires_at" timestamptz null, "scope" text null, "password" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "accounts_user_id_index" on "accounts" ("user_id");`);
    this.addSql(
      `create table "verifications" ("id" text not null, "identifier" text not null, "value" text not null, "expires_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "verifications_identifier_index" on "verifications" ("identifier");`);
    this.addSql(
      `create table "code_budgets" ("key" text not null, "count" int not null, "resets_at" timestamptz not null, primary key ("key"));`,
    );
    this.addSql(`create index "code_budgets_resets_at_index" on "code_budgets" ("resets_at");`);
    this.addSql(
      `create table "genres" ("id" uuid not null, "name" varchar(100) not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name_folded" text collate "C" generated always as (left(fold("name"), 500)) stored null, primary key ("id"));`,
    );
    this.addSql(`create index "genres_name_folded_order" on "genres" ("name_folded", "id");`);
    this.addSql(`create index "genres_created_at_order" on "genres" ("created_at", "id");`);
    this.addSql(`create index "genres_updated_at_order" on "genres" ("updated_at", "id");`);
    this.addSql(
      `create index "genres_name_folded_trigram" on "genres" using gin ("name_folded" gin_trgm_ops);`,
    );
    this.addSql(`alter table "genres" add constraint "genres_name_unique" unique ("name");`);
    this.addSql(
      `create table "books" ("id" uuid not null, "title" varchar(255) not null, "author" varchar(255) not null, "genre_id" uuid not null, "publisher" varchar(255) null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "title_folded" text collate "C" generated always as (left(fold("title"), 500)) stored null, "author_folded" text collate "C" generated always as (left(fold("author"), 500)) stored null, primary key ("id"));`,
    );
    this.addSql(`create index "books_title_folded_order" on "books" ("title_folded", "id");`);
    this.addSql(`create index "books_author_folded_order" on "books" ("author_folded", "id");`);
    this.addSql(`create index "books_genre_id_order" on "books" ("genre_id", "id");`);
    this.addSql(`create index "books_created_at_order" on "books" ("created_at", "id");`);
    this.addSql(`create index "books_updated_at_order" on "books" ("updated_at", "id");`);
    this.addSql(
      `create index "books_title_folded_trigram" on "books" using gin ("title_folded" gin_trgm_ops);`,
    );
    this.addSql(
      `create index "books_author_folded_trigram" on "books" using gin ("author_folded" gin_trgm_ops);`,
    );
    this.addSql(`alter table "books" add constraint "books_title_author_unique" unique ("title", "author");`);
    this.addSql(
      `create table "history" ("id" uuid not null, "resource" varchar(100) not null, "record_id" uuid not null, "action" varchar(10) not null, "actor_id" uuid null, "at" timestamptz(3) not null, "changes" jsonb not null, primary key ("id"));`,
    );
    this.addSql(`create index "history_record" on "history" ("resource", "record_id", "at");`);
    this.addSql(`create index "history_at" on "history" ("at", "id");`);
    this.addSql(
      `alter table "teams" add constraint "teams_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "team_members" add constraint "team_members_team_id_foreign" foreign key ("team_id") references "teams" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "team_members" add constraint "team_members_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "members" add constraint "members_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "members" add constraint "members_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "invitations" add constraint "invitations_organization_id_foreign" foreign key ("organization_id") references "organizations" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "invitations" add constraint "invitations_inviter_id_foreign" foreign key ("inviter_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "accounts" add constraint "accounts_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "books" add constraint "books_genre_id_foreign" foreign key ("genre_id") references "genres" ("id") on update no action on delete restrict;`,
    );
  }
}

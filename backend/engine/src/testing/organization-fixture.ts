import { newId } from '#backend/database/id.ts';
import type { HttpClient } from './browser.ts';
import { UserFixture } from './user-fixture.ts';

/** A signed-in user. */
export interface OrganizationUser {
  readonly id: string;
  readonly email: string;
  readonly browser: HttpClient;
}

/** A member of an organisation. */
export interface Member extends OrganizationUser {
  readonly memberId: string;
}

/** An invited user, and the invitation as the API returned it. */
export interface Guest {
  readonly guest: OrganizationUser;
  readonly invitation: Readonly<Record<'id' | 'createdAt' | 'expiresAt', string>>;
}

/** Creates organisations and their members with the calls that better-auth's client makes. */
export class OrganizationFixture {
  readonly at: UserFixture;
  #made = 0;

  private constructor(at: UserFixture) {
    this.at = at;
  }

  static async start(): Promise<OrganizationFixture> {
    return new OrganizationFixture(await UserFixture.start());
  }

  newSlug(): string {
    this.#made += 1;
    return `organization-${this.#made}`;
  }

  /** Inserts a user called Grace, signed in. */
  async somebody(): Promise<OrganizationUser> {
    const email = this.at.newAddress();
    const browser = await this.at.withSession(email);
    const [user] = await this.at.rows<{ id: string }>(
      `update users set name = 'Grace' where email = $1 returning id`,
      [email],
    );
    return { id: user!.id, email, browser };
  }

  post(who: OrganizationUser, path: string, json: unknown = {}) {
    return this.at.call(who.browser, 'POST', `/api/auth/organization/${path}`, json);
  }

  get(who: OrganizationUser, path: string) {
    return this.at.call(who.browser, 'GET', `/api/auth/organization/${path}`);
  }

  async organization() {
    const owner = await this.somebody();
    const slug = this.newSlug();
    const { body } = await this.post(owner, 'create', { name: 'The Guild', slug });
    return { owner, slug, organizationId: body.id as string };
  }

  /** Invites a new user, who has not responded yet. */
  async invite(inviter: OrganizationUser, organizationId: string, role = 'member'): Promise<Guest> {
    const guest = await this.somebody();
    const { body } = await this.post(inviter, 'invite-member', { email: guest.email, role, organizationId });
    return { guest, invitation: body };
  }

  /** Invites a new user, who accepts. */
  async join(owner: OrganizationUser, organizationId: string, role: string): Promise<Member> {
    const { guest, invitation } = await this.invite(owner, organizationId, role);
    const { body } = await this.post(guest, 'accept-invitation', { invitationId: invitation.id });
    return { ...guest, memberId: body.member.id };
  }

  /** Inserts a member, signed in: the same as one who was invited and accepted. */
  async member(organizationId: string, role: string): Promise<Member> {
    const user = await this.somebody();
    const memberId = newId();
    await this.at.rows(
      'insert into members (id, organization_id, user_id, role, created_at) values ($1, $2, $3, $4, now())',
      [memberId, organizationId, user.id, role],
    );
    return { ...user, memberId };
  }

  /** Creates an organisation with one member of each role, and a user outside of it. */
  async organizationWithMembers() {
    const made = await this.organization();
    const admin = await this.member(made.organizationId, 'admin');
    const member = await this.member(made.organizationId, 'member');
    return { ...made, admin, member, stranger: await this.somebody() };
  }
}

/** Returns the outcome of a call: `done`, or its error code. */
export async function outcome(response: ReturnType<UserFixture['call']>): Promise<string> {
  const { status, body } = await response;
  return status < 300 ? 'done' : body.code;
}

import type { Browser } from './browser.ts';
import { UserFixture } from './user-fixture.ts';

/** Somebody who is signed in. */
export interface OrganizationUser {
  readonly id: string;
  readonly email: string;
  readonly browser: Browser;
}

/** Somebody who belongs to an organisation. */
export interface Member extends OrganizationUser {
  readonly memberId: string;
}

/** Somebody who is invited, and the invitation as whoever sent it was answered. */
export interface Guest {
  readonly guest: OrganizationUser;
  readonly invitation: Readonly<Record<'id' | 'createdAt' | 'expiresAt', string>>;
}

/** Users who form organisations, by the calls that better-auth's client makes. */
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
    return `guild-${this.#made}`;
  }

  async somebody(): Promise<OrganizationUser> {
    const user = await this.at.user({ name: 'Grace' });
    return { ...user, browser: await this.at.signedIn(user.email) };
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

  /** Invites somebody new, who has not answered yet. */
  async invite(inviter: OrganizationUser, organizationId: string, role = 'member'): Promise<Guest> {
    const guest = await this.somebody();
    const { body } = await this.post(inviter, 'invite-member', { email: guest.email, role, organizationId });
    return { guest, invitation: body };
  }

  /** Invites somebody, who accepts. */
  async join(owner: OrganizationUser, organizationId: string, role: string): Promise<Member> {
    const { guest, invitation } = await this.invite(owner, organizationId, role);
    const { body } = await this.post(guest, 'accept-invitation', { invitationId: invitation.id });
    return { ...guest, memberId: body.member.id };
  }

  /** An organisation with one of each role, besides a stranger. */
  async guild() {
    const made = await this.organization();
    const admin = await this.join(made.owner, made.organizationId, 'admin');
    const member = await this.join(made.owner, made.organizationId, 'member');
    return { ...made, admin, member, stranger: await this.somebody() };
  }
}

/** What became of a call: `done`, or the code of its refusal. */
export async function outcome(answer: ReturnType<UserFixture['call']>): Promise<string> {
  const { status, body } = await answer;
  return status < 300 ? 'done' : body.code;
}

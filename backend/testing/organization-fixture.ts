import type { Browser } from './browser.ts';
import { PeopleAtWork } from './user-fixture.ts';

/** Somebody who is signed in. */
export interface Somebody {
  readonly id: string;
  readonly email: string;
  readonly browser: Browser;
}

/** Somebody who belongs to an organisation. */
export interface Member extends Somebody {
  readonly memberId: string;
}

/** Somebody who is invited, and the invitation as whoever sent it was answered. */
export interface Guest {
  readonly guest: Somebody;
  readonly invitation: Readonly<Record<'id' | 'createdAt' | 'expiresAt', string>>;
}

/** People who form organisations, by the calls that better-auth's client makes. */
export class Guilds {
  readonly at: PeopleAtWork;
  #made = 0;

  private constructor(at: PeopleAtWork) {
    this.at = at;
  }

  static async start(): Promise<Guilds> {
    return new Guilds(await PeopleAtWork.start());
  }

  newSlug(): string {
    this.#made += 1;
    return `guild-${this.#made}`;
  }

  async somebody(): Promise<Somebody> {
    const person = await this.at.person({ name: 'Grace' });
    return { ...person, browser: await this.at.signedIn(person.email) };
  }

  post(who: Somebody, path: string, json: unknown = {}) {
    return this.at.call(who.browser, 'POST', `/api/auth/organization/${path}`, json);
  }

  get(who: Somebody, path: string) {
    return this.at.call(who.browser, 'GET', `/api/auth/organization/${path}`);
  }

  async organization() {
    const owner = await this.somebody();
    const slug = this.newSlug();
    const { body } = await this.post(owner, 'create', { name: 'The Guild', slug });
    return { owner, slug, organizationId: body.id as string };
  }

  /** Invites somebody new, who has not answered yet. */
  async invite(inviter: Somebody, organizationId: string, role = 'member'): Promise<Guest> {
    const guest = await this.somebody();
    const { body } = await this.post(inviter, 'invite-member', { email: guest.email, role, organizationId });
    return { guest, invitation: body };
  }

  /** Invites somebody, who accepts. */
  async join(owner: Somebody, organizationId: string, role: string): Promise<Member> {
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
export async function outcome(answer: ReturnType<PeopleAtWork['call']>): Promise<string> {
  const { status, body } = await answer;
  return status < 300 ? 'done' : body.code;
}

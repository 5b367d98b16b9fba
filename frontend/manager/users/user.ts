import type { ClientInferRequest, ClientInferResponseBody } from '@ts-rest/core';
import type { contract } from '#contract/index.ts';
import { currentSession } from '../../auth/session.ts';
import { http } from '../../http/http.ts';
import type { Item } from '../resource.ts';

/** A person as admins see them: the fields of `users` in resources.config.ts. */
export type Person = ClientInferResponseBody<typeof contract.users.read, 200>;

/** Why a person is banned, and until when; null where there is no reason, or no end. */
export type BanTerms = ClientInferRequest<typeof contract.users.ban>['body'];

/** The record of a page of `users` as what it is. */
export const asPerson = (item: Item): Person => item as unknown as Person;

/** What a person is called in a sentence. */
export const calledBy = ({ name, email }: Person): string => name || email;

/** Whether it is the visitor: nobody bans, demotes, deletes or impersonates themself. */
export const isOneself = ({ id }: Pick<Person, 'id'>): boolean => currentSession()?.user.id === id;

/** Whether a ban keeps the person out now: one whose end has passed no longer does. */
export const isBanned = ({ banned, banExpires }: Person, now = new Date()): boolean =>
  banned && (banExpires === null || new Date(banExpires) > now);

/** Whether an admin can act as the person: not as themself or another admin, nor as somebody who cannot come in. */
export const canBeImpersonated = (person: Person): boolean =>
  !isOneself(person) && person.role !== 'admin' && !isBanned(person);

const at = (id: string) => `/api/users/${id}`;

/** Where a person's sessions are listed and ended. */
export const sessionsOf = ({ id }: Person): string => `${at(id)}/sessions`;

/** Bans a person, which ends their sessions. Throws an HttpError. */
export const ban = ({ id }: Person, terms: BanTerms) => http.post(`${at(id)}/ban`, terms);

/** Lifts a ban. Throws an HttpError. */
export const liftBan = ({ id }: Person) => http.delete(`${at(id)}/ban`);

/** Acts as a person from now on, for an hour at most; the page has to start anew after that. Throws an HttpError. */
export const impersonate = ({ id }: Person) => http.post(`${at(id)}/impersonate`);

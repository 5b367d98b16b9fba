import type { ClientInferRequest, ClientInferResponseBody } from '@ts-rest/core';
import type { contract } from '#contract/index.ts';
import { currentSession } from '../../auth/session.ts';
import { http } from '../../http/http.ts';
import type { ManagerRecord } from '../resource.ts';

/** A user as admins see them: the fields of `users` in resources.config.ts. */
export type ManagedUser = ClientInferResponseBody<typeof contract.users.read, 200>;

/** Why a user is banned, and until when; null where there is no reason, or no end. */
export type BanTerms = ClientInferRequest<typeof contract.users.ban>['body'];

/** The record of a page of `users` as what it is. */
export const toUser = (item: ManagerRecord): ManagedUser => item as unknown as ManagedUser;

/** What a user is called in a sentence. */
export const calledBy = ({ name, email }: ManagedUser): string => name || email;

/** Whether it is the visitor: nobody bans, demotes, deletes or impersonates themself. */
export const isOneself = ({ id }: Pick<ManagedUser, 'id'>): boolean => currentSession()?.user.id === id;

/** Whether a ban keeps the user out now: one whose end has passed no longer does. */
export const isBanned = ({ banned, banExpires }: ManagedUser, now = new Date()): boolean =>
  banned && (banExpires === null || new Date(banExpires) > now);

/** Whether an admin can act as the user: not as themself or another admin, nor as somebody who cannot come in. */
export const canBeImpersonated = (user: ManagedUser): boolean =>
  !isOneself(user) && user.role !== 'admin' && !isBanned(user);

const at = (id: string) => `/api/users/${id}`;

/** Where a user's sessions are listed and ended. */
export const sessionsOf = ({ id }: ManagedUser): string => `${at(id)}/sessions`;

/** Bans a user, which ends their sessions. Throws an HttpError. */
export const ban = ({ id }: ManagedUser, terms: BanTerms) => http.post(`${at(id)}/ban`, terms);

/** Lifts a ban. Throws an HttpError. */
export const liftBan = ({ id }: ManagedUser) => http.delete(`${at(id)}/ban`);

/** Acts as a user from now on, for an hour at most; the page has to start anew after that. Throws an HttpError. */
export const impersonate = ({ id }: ManagedUser) => http.post(`${at(id)}/impersonate`);

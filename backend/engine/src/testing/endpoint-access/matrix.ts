/** The id of no record: a call that fails because it does not exist has passed the access check. */
export const MISSING_ID = '01900000-0000-7000-8000-00000000ffff';

/**
 * Who may call an endpoint. Banned users count as signed out. An admin who impersonates a user may read what
 * that user may read, and may write only where this table says so.
 */
export type AccessRule =
  | 'everybody'
  | 'everybody but impersonators'
  | 'signed in'
  | 'signed in but impersonators'
  | 'admins'
  | 'users but admins'
  | 'forbidden'
  | 'nobody';

/** An endpoint, its access rule, and a body that passes its validation. */
export type EndpointAccess = readonly [audience: AccessRule, endpoint: string, body?: object];

const user = { userId: MISSING_ID };
const organization = { organizationId: MISSING_ID };
const team = { teamId: MISSING_ID, ...organization };
const invitation = { invitationId: MISSING_ID };
const password = 'correct horse battery';

/** Handwritten endpoints; those of the resources follow from their entries. */
export const appEndpoints: readonly EndpointAccess[] = [
  ['admins', 'GET /api/users/:id/sessions'],
  ['admins', 'DELETE /api/users/:id/sessions'],
  ['admins', 'DELETE /api/users/:id/sessions/:sessionId'],
  ['admins', 'GET /api/users/:id/api-keys'],
  ['admins', 'DELETE /api/users/:id/api-keys/:keyId'],
  ['admins', 'POST /api/users/:id/ban', {}],
  ['admins', 'DELETE /api/users/:id/ban'],
  ['admins', 'POST /api/users/:id/impersonate'],
  ['signed in', 'GET /api/account/sessions'],
  ['signed in but impersonators', 'DELETE /api/account/sessions'],
  ['signed in but impersonators', 'DELETE /api/account/sessions/:sessionId'],
  ['signed in', 'GET /api/account/api-keys'],
  ['signed in but impersonators', 'POST /api/account/api-keys', { name: 'Nightly' }],
  ['signed in but impersonators', 'DELETE /api/account/api-keys/:keyId'],
  ['signed in', 'POST /api/account/stop-impersonating'],
  // The field decides who may upload; any client with a signed address may read the file.
  ['signed in', 'POST /api/files'],
  ['everybody', 'GET /api/files/:id/:variant'],
  ['signed in', 'GET /api/imports/:id'],
  ['signed in', 'POST /api/imports/:id/check', { mapping: [], matchBy: null }],
  ['signed in', 'POST /api/imports/:id/run', { mode: 'all' }],
  ['signed in', 'POST /api/imports/:id/cancel', {}],
  ['signed in', 'GET /api/imports/:id/invalid-rows'],
  ['signed in', 'GET /api/imports/:id/invalid-rows.csv'],
  ['admins', 'GET /api/dashboard'],
  ['admins', 'GET /api/history'],
  ['admins', 'GET /api/history/export'],
  ['signed in', 'POST /api/history/batches/:batch/undo'],
  ['signed in', 'GET /api/history/batches'],
  ['signed in', 'GET /api/history/batches/:batch'],
  ['signed in', 'POST /api/history/batches/:batch/cancel', {}],
  ['signed in', 'POST /api/history/batches/:batch/resume', {}],
  ['signed in', 'POST /api/history/batches/:batch/dismiss', {}],
  ['signed in', 'GET /api/views'],
  ['signed in but impersonators', 'POST /api/views', { resource: 'books', name: 'Mine', query: '' }],
  ['signed in but impersonators', 'PATCH /api/views/:id', { name: 'Mine' }],
  ['signed in but impersonators', 'DELETE /api/views/:id'],
  ['everybody', 'GET /api/health/live'],
  ['everybody', 'GET /api/health/ready'],
  ['everybody', 'GET /api/fn/init'],
  ['everybody', 'POST /api/fn/init', {}],
  ['everybody', 'GET /api/docs'],
  ['everybody', 'GET /api/docs/page.css'],
  ['everybody', 'GET /api/docs/swagger-ui-bundle.js'],
  ['everybody', 'GET /api/openapi.json'],
  ['everybody', 'GET /api/outbox'],
  ['everybody', 'GET /outbox'],
  ['everybody', 'GET /'],
  ['everybody', 'GET /^\\//'],
];

/** The handwritten endpoints that accept an API key, as resources' endpoints do. All others reject keys. */
export const takingKeys: readonly string[] = [
  'POST /api/files',
  'GET /api/imports/:id',
  'POST /api/imports/:id/check',
  'POST /api/imports/:id/run',
  'POST /api/imports/:id/cancel',
  'GET /api/imports/:id/invalid-rows',
  'GET /api/imports/:id/invalid-rows.csv',
  'GET /api/history',
  'GET /api/history/export',
  'POST /api/history/batches/:batch/undo',
  'GET /api/history/batches',
  'GET /api/history/batches/:batch',
  'POST /api/history/batches/:batch/cancel',
  'POST /api/history/batches/:batch/resume',
  'POST /api/history/batches/:batch/dismiss',
  'GET /api/openapi.json',
];

/** The endpoints that do not identify the caller, so a key makes no difference. */
export const beforeSessions: readonly string[] = [
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/files/:id/:variant',
];

/** better-auth's endpoints, below /api/auth. */
export const signInAccess: readonly EndpointAccess[] = [
  // Signing in and out
  ['everybody', 'POST /email-otp/send-verification-otp', { email: 'somebody@example.com', type: 'sign-in' }],
  ['everybody', 'POST /sign-in/email-otp', { email: 'somebody@example.com', otp: '000000' }],
  ['everybody but impersonators', 'POST /sign-in/social', { provider: 'github' }],
  ['everybody', 'GET /callback/:id'],
  ['everybody but impersonators', 'POST /callback/:id', {}],
  ['everybody', 'GET /get-session'],
  ['everybody but impersonators', 'POST /get-session', {}],
  ['everybody', 'POST /sign-out', {}],
  ['everybody', 'GET /ok'],
  ['nobody', 'GET /error'],

  // Passwords, which are disabled
  ['nobody', 'POST /sign-up/email', { name: 'N', email: 'n@example.com', password }],
  ['nobody', 'POST /sign-in/email', { email: 'n@example.com', password }],
  ['nobody', 'POST /request-password-reset', { email: 'n@example.com' }],
  ['nobody', 'POST /reset-password', { newPassword: password, token: 'none' }],
  ['nobody', 'GET /reset-password/:token'],
  ['nobody', 'POST /change-password', { newPassword: password, currentPassword: password }],
  ['nobody', 'POST /verify-password', { password }],
  ['nobody', 'POST /admin/set-user-password', { ...user, newPassword: password }],
  [
    'nobody',
    'POST /email-otp/check-verification-otp',
    { email: 'n@example.com', type: 'sign-in', otp: '000000' },
  ],
  ['nobody', 'POST /email-otp/request-password-reset', { email: 'n@example.com' }],
  ['nobody', 'POST /forget-password/email-otp', { email: 'n@example.com' }],
  ['nobody', 'POST /email-otp/reset-password', { email: 'n@example.com', otp: '000000', password }],

  // The user's own account
  ['signed in', 'POST /update-user', { name: 'Grace' }],
  ['signed in but impersonators', 'POST /update-session', {}],
  ['signed in but impersonators', 'POST /delete-user', {}],
  ['everybody but impersonators', 'GET /delete-user/callback?token=none'],
  ['signed in but impersonators', 'POST /change-email', { newEmail: 'new@example.com' }],
  ['signed in but impersonators', 'POST /email-otp/request-email-change', { newEmail: 'new@example.com' }],
  // Without a session the response is the same as for an invalid code.
  [
    'everybody but impersonators',
    'POST /email-otp/change-email',
    { newEmail: 'new@example.com', otp: '000000' },
  ],
  ['everybody but impersonators', 'POST /email-otp/verify-email', { email: 'n@example.com', otp: '000000' }],
  ['everybody but impersonators', 'POST /send-verification-email', { email: 'n@example.com' }],
  ['everybody but impersonators', 'GET /verify-email?token=none&callbackURL=/login'],
  ['signed in', 'GET /list-sessions'],
  ['signed in but impersonators', 'POST /revoke-session', { token: MISSING_ID }],
  ['signed in but impersonators', 'POST /revoke-sessions', {}],
  ['signed in but impersonators', 'POST /revoke-other-sessions', {}],
  ['signed in', 'GET /list-accounts'],
  ['signed in', `GET /account-info?accountId=${MISSING_ID}`],
  ['signed in but impersonators', 'POST /link-social', { provider: 'github' }],
  ['signed in but impersonators', 'POST /unlink-account', { accountId: MISSING_ID }],
  ['signed in but impersonators', 'POST /refresh-token', { accountId: MISSING_ID }],
  ['signed in but impersonators', 'POST /get-access-token', { accountId: MISSING_ID }],

  // Administration, of which the specification names two calls
  ['admins', 'GET /admin/list-users'],
  ['nobody', `GET /admin/get-user?id=${MISSING_ID}`],
  ['nobody', 'POST /admin/create-user', { email: 'made@example.com', name: 'Made' }],
  ['nobody', 'POST /admin/update-user', { ...user, data: { name: 'Changed' } }],
  ['nobody', 'POST /admin/set-role', { ...user, role: 'user' }],
  ['nobody', 'POST /admin/ban-user', user],
  ['nobody', 'POST /admin/unban-user', user],
  ['nobody', 'POST /admin/remove-user', user],
  ['nobody', 'POST /admin/list-user-sessions', user],
  ['nobody', 'POST /admin/revoke-user-session', { sessionToken: MISSING_ID }],
  ['nobody', 'POST /admin/revoke-user-sessions', user],
  ['nobody', 'POST /admin/impersonate-user', user],
  ['signed in', 'POST /admin/stop-impersonating', {}],
  ['nobody', 'POST /admin/has-permission', { permissions: { user: ['ban'] } }],

  // Organisations: separate tests cover the permissions of their members
  ['signed in but impersonators', 'POST /organization/create', { name: 'Readers', slug: 'readers' }],
  ['signed in but impersonators', 'POST /organization/update', { ...organization, data: { name: 'Guild' } }],
  ['signed in but impersonators', 'POST /organization/delete', organization],
  ['signed in but impersonators', 'POST /organization/set-active', organization],
  ['signed in but impersonators', 'POST /organization/check-slug', { slug: 'free' }],
  ['signed in but impersonators', 'POST /organization/has-permission', { permissions: { team: ['create'] } }],
  ['signed in but impersonators', 'POST /organization/leave', organization],
  ['signed in', 'GET /organization/list'],
  ['signed in', 'GET /organization/get-organization'],
  ['signed in', 'GET /organization/get-full-organization'],
  [
    'signed in but impersonators',
    'POST /organization/invite-member',
    { email: 'n@example.com', role: 'member' },
  ],
  ['signed in but impersonators', 'POST /organization/cancel-invitation', invitation],
  ['signed in but impersonators', 'POST /organization/accept-invitation', invitation],
  ['signed in but impersonators', 'POST /organization/reject-invitation', invitation],
  ['signed in', `GET /organization/get-invitation?id=${MISSING_ID}`],
  ['signed in', 'GET /organization/list-invitations'],
  // Without a session it responds with 400.
  ['everybody', 'GET /organization/list-user-invitations'],
  ['signed in', 'GET /organization/list-members'],
  ['signed in', 'GET /organization/get-active-member'],
  ['signed in', 'GET /organization/get-active-member-role'],
  ['signed in but impersonators', 'POST /organization/remove-member', { memberIdOrEmail: MISSING_ID }],
  [
    'signed in but impersonators',
    'POST /organization/update-member-role',
    { memberId: MISSING_ID, role: 'admin' },
  ],
  ['signed in', 'GET /organization/list-teams'],
  ['signed in', 'GET /organization/list-user-teams'],
  ['signed in', 'GET /organization/list-team-members'],
  ['signed in but impersonators', 'POST /organization/create-team', { name: 'Binders' }],
  [
    'signed in but impersonators',
    'POST /organization/update-team',
    { teamId: MISSING_ID, data: { name: 'Binders' } },
  ],
  ['signed in but impersonators', 'POST /organization/remove-team', team],
  ['signed in but impersonators', 'POST /organization/set-active-team', team],
  ['signed in but impersonators', 'POST /organization/add-team-member', { ...team, ...user }],
  ['signed in but impersonators', 'POST /organization/remove-team-member', { ...team, ...user }],
];

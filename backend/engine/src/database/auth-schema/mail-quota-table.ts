import { defineEntity, p } from '@mikro-orm/core';

/** The recent emails to each mailbox, used by `auth/codes/mail-quotas.ts`. */
export const MailQuota = defineEntity({
  name: 'MailQuota',
  tableName: 'mail_quotas',
  properties: {
    /** A hash of the mailbox's address. */
    key: p.text().primary(),
    /** The unexpired grants as JSON. */
    grants: p.text(),
    expiresAt: p.datetime().index(),
  },
});

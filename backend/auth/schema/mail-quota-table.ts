import { defineEntity, p } from '@mikro-orm/core';

/** Which mails went to a mailbox of late; `auth/codes/mail-quotas.ts` reads and writes it. */
export const MailQuota = defineEntity({
  name: 'MailQuota',
  tableName: 'mail_quotas',
  properties: {
    /** A hash of the mailbox. */
    key: p.text().primary(),
    /** The grants that count, as JSON. */
    grants: p.text(),
    expiresAt: p.datetime().index(),
  },
});

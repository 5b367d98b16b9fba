import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { boolean, datetime, email, image, integer, now, reference, select, text } from './index.ts';

const complaints = (fields: object) =>
  check({
    clinics: { fields: { name: text() }, rights: {} },
    users: { managedBy: 'auth', fields: { email: email({ required: true }), ...fields }, rights: {} },
  }).map(({ key, problem }) => `${key}: ${problem}`);

describe('a field of users without a column of better-auth', () => {
  it('may be empty, or have a default', () => {
    const fields = { phone: text({ unique: true }), clinic: reference('clinics', { onDelete: 'setNull' }) };
    expect(complaints({ ...fields, level: select(['a', 'b'], { required: true, default: 'a' }) })).toEqual(
      [],
    );
  });

  it('is rejected if it is required without a default, because no sign-up could fill it in', () => {
    expect(complaints({ phone: text({ required: true }) })).toEqual([
      'fields.phone.required: needs a default value, because signing up does not fill in the field. Without "required" it may be empty',
    ]);
    expect(complaints({ since: datetime({ required: true, default: now }) })).toHaveLength(1);
    expect(complaints({ isNew: boolean({ required: true, readOnly: true }) })).toHaveLength(1);
  });

  it('is rejected with a default that only one user could have', () => {
    expect(complaints({ badge: integer({ unique: true, default: 1 }) })).toEqual([
      'fields.badge.default: cannot be: only one user could have it, and sign up',
    ]);
  });

  it("may have a former name, unless that is one of better-auth's", () => {
    expect(complaints({ phone: text({ was: 'mobile' }) })).toEqual([]);
    expect(complaints({ tongue: text({ was: 'language' }) })).toEqual([
      'fields.tongue.was: cannot be: better-auth has a column with that name',
    ]);
  });
});

describe('a field of users with a column of better-auth', () => {
  it('accepts what that column can store', () => {
    expect(complaints({ theme: select(['light', 'dark']), banned: boolean({ required: true }) })).toEqual([]);
    expect(complaints({ image: image() })).toEqual([
      'fields.image.kind: cannot be: better-auth has a text with this name; rename the field',
    ]);
  });
});

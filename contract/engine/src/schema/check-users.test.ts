import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { boolean, datetime, email, image, integer, now, reference, select, text } from './index.ts';

const complaints = (fields: object) =>
  check({
    clinics: { fields: { name: text() }, rights: {} },
    users: { managedBy: 'auth', fields: { email: email({ required: true }), ...fields }, rights: {} },
  }).map(({ key, problem }) => `${key}: ${problem}`);

describe('a field of users that sign-in has no column for', () => {
  it('may be empty, or have a default', () => {
    const fields = { phone: text({ unique: true }), clinic: reference('clinics', { onDelete: 'setNull' }) };
    expect(complaints({ ...fields, level: select(['a', 'b'], { required: true, default: 'a' }) })).toEqual(
      [],
    );
  });

  it('is refused if it is required without a default, which no sign-up could fill in', () => {
    expect(complaints({ phone: text({ required: true }) })).toEqual([
      'fields.phone.required: needs a default that is a value: who signs up fills in no such field. Without "required" it may be empty',
    ]);
    expect(complaints({ since: datetime({ required: true, default: now }) })).toHaveLength(1);
    expect(complaints({ isNew: boolean({ required: true, readOnly: true }) })).toHaveLength(1);
  });

  it('is refused with a default that only one user could have', () => {
    expect(complaints({ badge: integer({ unique: true, default: 1 }) })).toEqual([
      'fields.badge.default: cannot be: only one user could have it, and sign up',
    ]);
  });

  it('may have had another name, unless that is one of sign-in', () => {
    expect(complaints({ phone: text({ was: 'mobile' }) })).toEqual([]);
    expect(complaints({ tongue: text({ was: 'language' }) })).toEqual([
      'fields.tongue.was: cannot be: sign-in keeps the column of that name',
    ]);
  });
});

describe('a field of users that sign-in has a column for', () => {
  it('holds what that column can hold', () => {
    expect(complaints({ theme: select(['light', 'dark']), banned: boolean({ required: true }) })).toEqual([]);
    expect(complaints({ image: image() })).toEqual([
      'fields.image.kind: cannot be: sign-in keeps a text of this name; give the field another one',
    ]);
  });
});

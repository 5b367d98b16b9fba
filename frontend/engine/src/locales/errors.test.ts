import { textsOf } from '@bindery/contract/api/texts/locale-files.ts';
import { errorCodes } from '@bindery/contract/records/errors.ts';
import { fieldErrorTexts } from '@bindery/contract/records/validation.ts';
import { BASE_ERROR_CODES } from 'better-auth';
import { admin, captcha, emailOTP, genericOAuth, organization } from 'better-auth/plugins';
import { expect, test } from 'vitest';

const texts = textsOf('en');
const textsOfCodes = new Set([...texts.keys()].filter((key) => key.startsWith('errors.codes.')));

const plugins = [
  admin(),
  emailOTP({ sendVerificationOTP: async () => {} }),
  organization({ teams: { enabled: true } }),
  captcha({ provider: 'cloudflare-turnstile', secretKey: 'none' }),
  genericOAuth({ config: [] }),
];

/** Error codes that no plugin lists: of the captcha, and of our own rules about users. */
const unlisted = ['SERVICE_UNAVAILABLE', 'MISSING_SECRET_KEY', 'UNKNOWN_ERROR', 'OTP_EXPIRED', 'INVALID_OTP'];

test('every error code of the server has a text', () => {
  const listed = plugins.flatMap((plugin) => Object.keys(plugin.$ERROR_CODES ?? {}));
  const codes = [...errorCodes, ...Object.keys(BASE_ERROR_CODES), ...listed, ...unlisted];
  expect(codes.filter((code) => !textsOfCodes.has(`errors.codes.${code}`))).toEqual([]);
});

test('every validation rule of a field has a text, in English the same as in the contract', () => {
  const filled = (text: string | undefined) => text?.replaceAll('{{', '{').replaceAll('}}', '}');
  for (const [key, text] of Object.entries(fieldErrorTexts)) expect(filled(texts.get(key)), key).toBe(text);
});

test('every text of a rule belongs to a rule that a field can break', () => {
  const rules = [...texts.keys()].filter((key) => key.startsWith('errors.') && !textsOfCodes.has(key));
  expect(rules.filter((key) => !(key in fieldErrorTexts))).toEqual([]);
});

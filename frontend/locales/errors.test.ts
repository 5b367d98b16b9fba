import { BASE_ERROR_CODES } from 'better-auth';
import { admin, captcha, emailOTP, genericOAuth, organization } from 'better-auth/plugins';
import { expect, test } from 'vitest';
import { errorCodes } from '#contract/errors.ts';
import { fieldErrorTexts } from '#contract/validation.ts';
import { textsOf } from '../testing/locale-files.ts';

const texts = textsOf('en');
const textsOfCodes = new Set([...texts.keys()].filter((key) => key.startsWith('errors.codes.')));

const plugins = [
  admin(),
  emailOTP({ sendVerificationOTP: async () => {} }),
  organization({ teams: { enabled: true } }),
  captcha({ provider: 'cloudflare-turnstile', secretKey: 'none' }),
  genericOAuth({ config: [] }),
];

/** Codes of an answer that its plugin does not list: the robot check's, and those of our own rules about users. */
const unlisted = ['SERVICE_UNAVAILABLE', 'MISSING_SECRET_KEY', 'UNKNOWN_ERROR', 'OTP_EXPIRED', 'INVALID_OTP'];

test('every code that the server may answer with has a text', () => {
  const listed = plugins.flatMap((plugin) => Object.keys(plugin.$ERROR_CODES ?? {}));
  const codes = [...errorCodes, ...Object.keys(BASE_ERROR_CODES), ...listed, ...unlisted];
  expect(codes.filter((code) => !textsOfCodes.has(`errors.codes.${code}`))).toEqual([]);
});

test('every rule that a field may break has a text, in English the very one of the contract', () => {
  const filled = (text: string | undefined) => text?.replaceAll('{{', '{').replaceAll('}}', '}');
  for (const [key, text] of Object.entries(fieldErrorTexts)) expect(filled(texts.get(key)), key).toBe(text);
});

test('no rule has a text that no field may break', () => {
  const rules = [...texts.keys()].filter((key) => key.startsWith('errors.') && !textsOfCodes.has(key));
  expect(rules.filter((key) => !(key in fieldErrorTexts))).toEqual([]);
});

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs the addresses of files, and verifies them. */
export interface FileUrls {
  /** Returns the address of a file's variant, the same for some hours, so that browsers can cache it. */
  of(id: string, variant: string | number): string;
  /** Returns the remaining validity of an address in seconds; undefined for an invalid or expired address. */
  secondsLeft(address: SignedAddress): number | undefined;
}

/** The parts of the address of a file. */
export interface SignedAddress {
  readonly id: string;
  readonly variant: string;
  readonly expires: string;
  readonly signature: string;
}

/** The minimum validity of an address; the maximum is twice that. */
const VALID_SECONDS = 6 * 60 * 60;
/** 128 bits. */
const SIGNATURE_LENGTH = 22;

/** Creates the signer. All servers that share a secret accept each other's addresses. */
export function createFileUrls(secret: string, now: () => number = Date.now): FileUrls {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'addresses of files', 32));
  const sign = ({ id, variant, expires }: Omit<SignedAddress, 'signature'>) =>
    createHmac('sha256', key)
      .update(`${id}/${variant}/${expires}`)
      .digest('base64url')
      .slice(0, SIGNATURE_LENGTH);
  const seconds = () => Math.floor(now() / 1000);
  return {
    of: (id, variant) => {
      const expires = String((Math.floor(seconds() / VALID_SECONDS) + 2) * VALID_SECONDS);
      const signature = sign({ id, variant: String(variant), expires });
      return `/api/files/${id}/${variant}?expires=${expires}&signature=${signature}`;
    },
    secondsLeft: ({ signature, ...address }) => {
      const expected = Buffer.from(sign(address));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const left = Number(address.expires) - seconds();
      return left > 0 ? left : undefined;
    },
  };
}

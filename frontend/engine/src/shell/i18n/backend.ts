import addresses from 'virtual:bindery/locales';
import type { BackendModule } from 'i18next';
import { isOffline } from '../browser/offline.ts';
import { takeResponse } from '../browser/preloaded-responses.ts';
import type { Namespace } from './keys.ts';

/** Returns whether an extension has texts: they are a namespace with the name of its resource. */
export const hasTexts = (extension: string): extension is Namespace => `en/${extension}` in addresses;

/**
 * i18next backend module that fetches a locale file. Reports failures with `true`, so that i18next retries as
 * configured, unless offline. One that returns promises would never retry.
 */
export const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, callback) => {
    fetchLocaleFile(language, namespace).then(
      (texts) => callback(null, texts),
      (error: Error) => callback(error, !isOffline()),
    );
  },
};

async function fetchLocaleFile(language: string, namespace: string) {
  const address = addresses[`${language}/${namespace as Namespace}`];
  if (!address) throw new Error(`There is no locale file ${language}/${namespace}.json`);
  const response = await (takeResponse(address) ?? fetch(address));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

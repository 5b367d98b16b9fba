/* The texts of the page in the language of the visitor, around a document in English. Runs in the browser. */

const { lang, dir } = document.documentElement;

/** @type {Record<string, any>} */
const texts = JSON.parse(document.getElementById('documentation')?.dataset.texts ?? '{}');

/** Returns a text of the page. @param {string} key */
export const textOf = (key) => String(key.split('.').reduce((part, name) => part?.[name], texts) ?? key);

/** What an element with a text of the page has among English ones: its language. */
export const own = { lang };

/** What an element with whole sentences has: the direction of the page, too. */
export const ownBlock = { lang, dir };

/** The builders of the field kinds, each under the name of its kind. */
export { boolean } from './boolean.ts';
export { date } from './date.ts';
export { datetime } from './datetime.ts';
export { decimal } from './decimal.ts';
export { email } from './email.ts';
export { file } from './file.ts';
export { image } from './image.ts';
export { integer } from './integer.ts';
export { longText } from './long-text.ts';
export { reference } from './reference.ts';
export { references } from './references.ts';
export { select } from './select.ts';
export { text } from './text.ts';
export { url } from './url.ts';

/* Shows code. Runs in the browser. */
import { own, textOf } from './texts.js';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null|-?\d[\d.e+-]*)\b/g;

/** Returns JSON with its names, texts and other values marked. @param {string} text @param {Function} h */
function marked(text, h) {
  const parts = [];
  let end = 0;
  for (const { index, 0: token, 1: string, 2: colon } of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, index));
    const kind = colon ? 'name' : string ? 'string' : 'literal';
    parts.push(h('span', { className: kind, key: index }, string ?? token), colon);
    end = index + token.length;
  }
  return [...parts, text.slice(end)];
}

/** Returns whether a response has what was requested. @param {number | string} status */
export const isSuccess = (status) => Number(status) < 400;

/** Long texts are not marked, since each mark is an element. */
const MAX_MARKED = 50_000;

/**
 * Returns the component that shows code under a title, with a button that copies it. It scrolls by keys. `status` is
 * the one of a response, with which the title starts. Its long lines scroll, or wrap.
 *
 * @param {any} React
 */
export const codeOf = ({ createElement: h, useState }) =>
  function Code(/** @type {any} */ { children, title = 'Code', status, detail, language, wraps = false }) {
    const [copied, setCopied] = useState(false);
    const label = [[title, status].filter(Boolean).join(' '), detail].filter(Boolean).join(' · ');
    const text = String(children ?? '').trimEnd();
    const copy = async () => {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    };
    return h(
      'figure',
      { className: wraps ? 'code wraps' : 'code' },
      h(
        'figcaption',
        own,
        h(
          'span',
          null,
          h('bdi', null, title),
          status && ' ',
          status && h('b', { className: isSuccess(status) ? 'status' : 'status failed' }, status),
          detail && ` · ${detail}`,
        ),
        h('button', { type: 'button', className: 'copy', onClick: copy }, textOf(copied ? 'copied' : 'copy')),
      ),
      h(
        'div',
        { className: 'lines' },
        h(
          'pre',
          { tabIndex: 0, 'aria-label': label, role: 'region' },
          h('code', null, ...(language === 'json' && text.length < MAX_MARKED ? marked(text, h) : [text])),
        ),
      ),
    );
  };

/* The responses of an operation: the described ones, an example, and the one to a request. Runs in the browser. */
import { isSuccess } from './code.js';
import { own, textOf } from './texts.js';
import { exampleOf, withCode } from './words.js';

/** Where the fields and the response are in one column. */
export const inOneColumn = window.matchMedia('(width < 80rem)');

/** The JSON schema of a response. @param {any} response */
const schemaIn = ({ content }) => content?.['application/json']?.schema;

/** Returns the first successful response with a body. @param {any} responses @returns {[string, any] | undefined} */
export const describedIn = (responses) =>
  Object.entries(responses ?? {}).find(([status, response]) => isSuccess(status) && schemaIn(response));

/**
 * Returns the components for responses.
 *
 * @param {any} system
 * @param {{ Code: any, Properties: any }} parts
 */
export function responsesOf(
  { React: { createElement: h, useEffect, useRef }, getComponent, getConfigs },
  { Code, Properties },
) {
  /** A response by its status, with its headers and fields. */
  function Response(/** @type {any} */ { status, response }) {
    const headers = Object.entries(response.headers ?? {});
    const type = Object.keys(response.content ?? {})[0];
    const schema = schemaIn(response);
    return h(
      'li',
      null,
      h('b', { className: 'status' }, status),
      h('span', null, response.description, type && schema === undefined && h('small', null, type)),
      schema && h('details', { open: false }, h('summary', own, textOf('fields')), h(Properties, { schema })),
      headers.length > 0 &&
        h(
          'details',
          null,
          h('summary', own, textOf('headers')),
          h(
            'ul',
            { className: 'fields' },
            ...headers.map(([name, { description }]) =>
              h('li', { key: name }, h('code', null, name), h('p', null, withCode(description, h))),
            ),
          ),
        ),
    );
  }

  function Responses(/** @type {any} */ { responses }) {
    /** @type {[string, any][]} */
    const all = Object.entries(responses ?? {});
    const errors = all.filter(([status]) => !isSuccess(status));
    const schema = errors.map(([, response]) => schemaIn(response)).find(Boolean);
    return h(
      'section',
      null,
      h('h4', own, textOf('responses')),
      h(
        'ul',
        { className: 'responses' },
        ...all
          .filter(([status]) => isSuccess(status))
          .map(([status, response]) => h(Response, { key: status, status, response })),
      ),
      errors.length > 0 &&
        h(
          'details',
          { className: 'errors' },
          h('summary', own, textOf('errors'), h('small', null, errors.map(([status]) => status).join(', '))),
          h(
            'ul',
            { className: 'responses' },
            ...errors.map(([status, { description }]) =>
              h('li', { key: status }, h('b', { className: 'status' }, status), h('span', null, description)),
            ),
          ),
          schema && h(Properties, { schema }),
        ),
    );
  }

  /** An example of the first successful response with a body. */
  function ResponseSample(/** @type {any} */ { responses }) {
    const [status, response] = describedIn(responses) ?? [];
    if (status === undefined) return null;
    const example = JSON.stringify(exampleOf(schemaIn(response)), null, 2);
    return h(Code, { title: textOf('response'), status, language: 'json' }, example);
  }

  /** The response to a sent request. */
  function LiveResponse(/** @type {any} */ { response }) {
    const section = useRef(null);
    useEffect(() => {
      // Newer browsers return a promise, which React would call when the response is removed.
      section.current?.scrollIntoView({ block: inOneColumn.matches ? 'start' : 'nearest' });
    }, [response.get('duration'), response.get('text')]);
    const { status, error, message, text, headers = {}, duration, url } = response.toJS();
    const title = textOf(status ? 'response' : 'noResponse');
    const detail = duration && `${duration} ms`;
    const type = headers['content-type'] ?? '';
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return h(
      'section',
      { ref: section, className: 'live', 'aria-live': 'polite', 'data-status': status },
      type.includes('json') && text
        ? h(Code, { title, status, detail, language: 'json' }, JSON.stringify(JSON.parse(text), null, 2))
        : h(
            'div',
            null,
            h('p', own, [[title, status].filter(Boolean).join(' '), detail].filter(Boolean).join(' · ')),
            error && !text && h('p', { className: 'error' }, message),
            text &&
              h(getComponent('responseBody'), {
                content: text,
                contentType: type,
                url,
                headers,
                getConfigs,
                getComponent,
              }),
          ),
      lines.length > 0 &&
        h(
          'details',
          null,
          h('summary', own, textOf('headers')),
          h(Code, { title: textOf('responseHeaders'), wraps: true }, lines.join('\n')),
        ),
    );
  }

  return { LiveResponse, Responses, ResponseSample };
}

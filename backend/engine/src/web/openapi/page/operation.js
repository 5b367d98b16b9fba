/* An operation of the API documentation: what it takes and returns, and a form that sends it. Runs in the browser. */
import { codeOf } from './code.js';
import { parametersOf } from './parameters.js';
import { propertiesOf } from './properties.js';
import { describedIn, inOneColumn, responsesOf } from './responses.js';
import { bodyOf, sampleRequest, targetOf } from './sample-request.js';
import { own, ownBlock, textOf } from './texts.js';

/** Returns the id of an operation's element. @param {string} tag @param {string} operation */
export const idOf = (tag, operation) => `operations-${tag}-${operation}`.replaceAll(' ', '_');

/** Returns the key of the text that says who may call an operation. @param {string[]} security */
function accessOf(security) {
  if (security.length === 0) return 'withoutSession';
  return security.includes('bearerAuth') ? 'withKey' : 'withSession';
}

/**
 * Returns the component with what an open operation contains.
 *
 * @param {any} system
 */
function openedOf(system) {
  const { React, getComponent, oas3Actions, oas3Selectors, specActions, specSelectors, authSelectors } =
    system;
  const { createElement: h, useEffect, useReducer, useRef, useState } = React;
  const Code = codeOf(React);
  const Parameters = parametersOf(system);
  const Properties = propertiesOf(React);
  const { LiveResponse, Responses, ResponseSample } = responsesOf(system, { Code, Properties });

  /** The body of the request: its fields, and while it is tried out, its text or file. */
  function Body(/** @type {any} */ { pathMethod, operation, isTried, redraw }) {
    const { type, schema, example } = bodyOf(operation);
    // Swagger UI draws an operation again when its parameters change, but not for its body.
    const set = (/** @type {unknown} */ value) => {
      oas3Actions.setRequestBodyValue({ value, pathMethod });
      redraw();
    };
    useEffect(() => {
      if (!isTried || type === undefined) return;
      oas3Actions.setRequestContentType({ value: type, pathMethod });
      if (example !== undefined && !oas3Selectors.requestBodyValue(...pathMethod)) set(example);
    }, [isTried]);
    if (type === undefined) return null;
    const field =
      example === undefined
        ? h('input', {
            type: 'file',
            'aria-label': textOf('file'),
            onChange: (/** @type {any} */ { target }) => set(target.files[0]),
          })
        : h('textarea', {
            'aria-label': textOf('body'),
            spellCheck: false,
            value: oas3Selectors.requestBodyValue(...pathMethod) ?? '',
            onChange: (/** @type {any} */ { target }) => set(target.value),
          });
    return h(
      'section',
      null,
      h('h4', own, textOf('body'), h('small', null, type)),
      isTried && field,
      h(Properties, { schema, isInput: true }),
    );
  }

  /** Returns whether the bar of an operation is on the screen without its head, which has scrolled away. */
  function useAlone(/** @type {any} */ form, /** @type {boolean} */ isTried) {
    const [isAlone, setAlone] = useState(false);
    useEffect(() => {
      const head = form.current?.previousElementSibling;
      if (!isTried || !head) return undefined;
      const top = parseFloat(getComputedStyle(form.current.querySelector('header')).top) || 0;
      const observer = new IntersectionObserver(
        ([entry]) => entry && setAlone(!entry.isIntersecting && entry.boundingClientRect.bottom <= top + 1),
        { rootMargin: `-${top}px 0px 0px` },
      );
      observer.observe(head);
      return () => {
        observer.disconnect();
        setAlone(false);
      };
    }, [isTried]);
    return isAlone;
  }

  return function Opened(/** @type {any} */ { properties, opened }) {
    const { path, method, tryItOutEnabled: isTried, executeInProgress, security } = opened;
    const form = useRef(null);
    const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
    const pathMethod = [path, method];
    const operation = opened.op.toJS();
    const schemes = (security?.toJS() ?? []).flatMap(Object.keys);
    const rawOf = (/** @type {any} */ { name, in: place }) =>
      opened.op
        .get('parameters')
        .find((/** @type {any} */ one) => one.get('name') === name && one.get('in') === place);
    const metaOf = (/** @type {any} */ parameter) =>
      specSelectors.parameterWithMetaByIdentity(pathMethod, rawOf(parameter));
    const valueFor = (/** @type {any} */ parameter) => {
      if (!isTried) return parameter.example;
      const value = metaOf(parameter)?.get('value');
      return value?.toJS?.() ?? value ?? undefined;
    };
    const send = (/** @type {any} */ event) => {
      event.preventDefault();
      if (executeInProgress) return;
      properties.onExecute();
      specActions.execute({ operation: opened.op, path, method });
    };
    const close = (/** @type {any} */ { currentTarget }) => {
      const bar = currentTarget.closest('header');
      specActions.clearResponse(path, method);
      specActions.clearRequest(path, method);
      properties.onCancelClick();
      requestAnimationFrame(() => bar.querySelector('button')?.focus());
    };
    const isAlone = useAlone(form, isTried);
    const body = isTried ? oas3Selectors.requestBodyValue(...pathMethod) : undefined;
    const curl = sampleRequest(
      { path, method, operation, security: schemes },
      { valueFor, ...(typeof body === 'string' && { body }) },
    );
    const access = h(
      'p',
      { className: 'access', ...ownBlock },
      textOf(accessOf(schemes)),
      authSelectors.authorized().has('bearerAuth') && schemes.includes('bearerAuth')
        ? ` ${textOf('keyIsSet')}`
        : '',
    );
    const Markdown = getComponent('Markdown', true);
    // Short samples leave room for the responses below them.
    const isLong = describedIn(operation.responses) !== undefined;
    const responses = h(Responses, { responses: operation.responses });
    const response = properties.response?.size ? properties.response : undefined;
    const samples = [
      h(Code, { key: 'request', title: textOf('sample'), wraps: true }, curl),
      response
        ? h(LiveResponse, { key: 'response', response })
        : h(ResponseSample, { key: 'sample', responses: operation.responses }),
    ];
    // In one column, the response follows the fields.
    if (response && inOneColumn.matches) samples.reverse();
    // The focus goes to the button in the place of the one that is gone.
    const buttons = isTried
      ? [
          h(
            'button',
            {
              key: 'send',
              type: 'submit',
              className: 'btn primary',
              // Unlike `disabled`, this keeps the focus.
              'aria-disabled': executeInProgress,
              autoFocus: true,
            },
            textOf('send'),
          ),
          h('button', { key: 'close', type: 'button', className: 'btn', onClick: close }, textOf('close')),
        ]
      : [
          h(
            'button',
            { key: 'try', type: 'button', className: 'btn', onClick: properties.onTryoutClick },
            textOf('tryOut'),
          ),
        ];
    return h(
      'form',
      { ref: form, className: `opblock-body${isTried ? ' is-tried' : ''}`, onSubmit: send },
      h(
        'header',
        null,
        // While it is tried out, the bar stays on the screen, and says what it sends when the operation's head is gone.
        isAlone
          ? h(
              'p',
              { className: 'target' },
              h('b', { className: 'method' }, method.toUpperCase()),
              h('code', null, targetOf({ path, operation }, valueFor).address),
            )
          : access,
        h('div', { className: 'actions', ...own }, buttons),
      ),
      h(
        'div',
        { className: 'parts' },
        h(
          'div',
          { className: 'facts' },
          operation.description &&
            operation.description !== operation.summary &&
            h('div', { className: 'description' }, h(Markdown, { source: operation.description })),
          h(Parameters, {
            parameters: operation.parameters ?? [],
            isTried,
            valueFor,
            change: (/** @type {any} */ parameter, /** @type {any} */ value) =>
              specActions.changeParamByIdentity(pathMethod, rawOf(parameter), value, false),
          }),
          h(Body, { pathMethod, operation, isTried, redraw }),
        ),
        h('div', { className: 'samples' }, ...samples, !isLong && responses),
        isLong && responses,
      ),
    );
  };
}

/**
 * Returns the component that replaces Swagger UI's operation.
 *
 * @param {any} system
 */
export function operationOf({ React, Im }) {
  const { createElement: h, useRef } = React;
  /** @type {any} */
  let Opened;
  return function Operation(/** @type {any} */ properties) {
    const { operation, specPath, authActions, authSelectors, layoutActions, toggleShown, getComponent } =
      properties;
    // Swagger UI has its actions and selectors only after it has taken the components.
    Opened ??= openedOf({ React, Im, ...properties });
    const opened = operation.toObject();
    const { tag, operationId, method, isShown, op } = opened;
    const wasShown = useRef(false);
    return h(
      'div',
      {
        className: `opblock opblock-${method}${isShown ? ' is-open' : ''}`,
        id: idOf(tag, operationId),
        ref: (/** @type {Element | null} */ element) => {
          if (!element) return;
          if (isShown && !wasShown.current) element.closest('details')?.setAttribute('open', '');
          wasShown.current = isShown;
          // Swagger UI scrolls to the operation of the address.
          layoutActions.readyToScroll(['operations', tag, operationId], element);
        },
      },
      h(getComponent('OperationSummary'), {
        operationProps: operation,
        isShown,
        toggleShown,
        getComponent,
        authActions,
        authSelectors,
        specPath,
      }),
      isShown && op.size > 0 && h(Opened, { properties, opened }),
    );
  };
}

/* Lets visitors enter an API key, with which the page then sends requests. Runs in the browser. */

import { ownBlock, textOf } from './texts.js';

const NAME = 'bearerAuth';

/** lucide's cross. */
const CROSS = 'M18 6 6 18M6 6l12 12';

/** The button at the beginning of the page. */
export const authorizeBtn =
  (/** @type {unknown} */ _button, /** @type {any} */ { React: { createElement: h }, getComponent }) =>
  (/** @type {any} */ { isAuthorized, showPopup, onClick }) =>
    h(
      'div',
      { className: 'api-key', ...ownBlock },
      h(
        'button',
        { type: 'button', className: 'btn', onClick },
        textOf(isAuthorized ? 'key.change' : 'key.use'),
      ),
      isAuthorized && h('span', null, textOf('key.isUsed')),
      showPopup && h(getComponent('authorizationPopup', true)),
    );

/** The dialog for the key. A session is a cookie, which the browser sends by itself. */
export const authorizationPopup =
  (/** @type {unknown} */ _popup, /** @type {any} */ { React: { createElement: h, useEffect, useRef } }) =>
  (/** @type {any} */ { authSelectors, authActions, specSelectors }) => {
    const dialog = useRef(null);
    useEffect(() => dialog.current?.showModal(), []);
    const schema = specSelectors.securityDefinitions().get(NAME);
    const close = () => authActions.showDefinitions(false);
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const value = new FormData(event.target).get('key');
      if (value) authActions.authorizeWithPersistOption({ [NAME]: { name: NAME, schema, value } });
      close();
    };
    const remove = () => {
      authActions.logoutWithPersistOption([NAME]);
      close();
    };
    const isAuthorized = authSelectors.authorized().has(NAME);
    return h(
      'dialog',
      { ref: dialog, onClose: close, 'aria-labelledby': 'api-key-title', ...ownBlock },
      h(
        'form',
        { onSubmit: submit },
        h(
          'header',
          null,
          h('h2', { id: 'api-key-title' }, textOf('key.title')),
          h(
            'button',
            { type: 'button', className: 'cross', 'aria-label': textOf('close'), onClick: close },
            h(
              'svg',
              { className: 'lucide', viewBox: '0 0 24 24', 'aria-hidden': true },
              h('path', { d: CROSS }),
            ),
          ),
        ),
        h('p', null, h('a', { href: '/account' }, textOf('key.create')), h('br'), textOf('key.hint')),
        h(
          'label',
          null,
          textOf('key.label'),
          h('input', {
            type: 'password',
            name: 'key',
            dir: 'ltr',
            required: true,
            autoComplete: 'off',
            autoFocus: true,
          }),
        ),
        h(
          'div',
          { className: 'actions' },
          isAuthorized &&
            h('button', { type: 'button', className: 'btn', onClick: remove }, textOf('key.remove')),
          h('button', { type: 'button', className: 'btn', onClick: close }, textOf('cancel')),
          h('button', { type: 'submit', className: 'btn primary' }, textOf('key.submit')),
        ),
      ),
    );
  };

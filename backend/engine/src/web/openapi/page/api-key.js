/* Lets visitors enter an API key, with which the page then sends requests. Runs in the browser. */

const NAME = 'bearerAuth';

/** The button at the beginning of the page. */
export const authorizeBtn =
  (/** @type {unknown} */ _button, /** @type {any} */ { React: { createElement: h }, getComponent }) =>
  (/** @type {any} */ { isAuthorized, showPopup, onClick }) =>
    h(
      'div',
      { className: 'api-key' },
      h(
        'button',
        { type: 'button', className: 'btn', onClick },
        isAuthorized ? 'Change the API key' : 'Use an API key',
      ),
      isAuthorized && h('span', null, 'Requests from this page carry your key.'),
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
      { ref: dialog, onClose: close, 'aria-labelledby': 'api-key-title' },
      h(
        'form',
        { onSubmit: submit },
        h('h2', { id: 'api-key-title' }, 'API key'),
        h('p', null, 'You create keys on your account page. This page forgets the key when it is closed.'),
        h(
          'label',
          null,
          'Key',
          h('input', { type: 'password', name: 'key', required: true, autoComplete: 'off' }),
        ),
        h(
          'div',
          { className: 'actions' },
          isAuthorized &&
            h('button', { type: 'button', className: 'btn', onClick: remove }, 'Remove the key'),
          h('button', { type: 'button', className: 'btn', onClick: close }, 'Cancel'),
          h('button', { type: 'submit', className: 'btn primary' }, 'Use this key'),
        ),
      ),
    );
  };

import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { translate } from '../i18n/i18n.ts';
import { notify } from './toasts.tsx';

interface Closable {
  onClose: () => void;
}

/**
 * Returns a component that loads its code when it is opened and renders `Placeholder` meanwhile. If loading
 * fails, shows an error and closes; the page and its inputs retain their state, and the next opening retries.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Placeholder: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => known);
    const close = useEffectEvent(() => props.onClose());
    useEffect(() => {
      const show = (module: { default: ComponentType<Props> }) => {
        known = module.default;
        setDialog(() => known);
      };
      const onFailure = () => {
        close();
        notify('error', translate('common.unreachable'));
      };
      if (!known) load().then(show, onFailure);
    }, []);
    return Dialog ? <Dialog {...props} /> : <Placeholder {...props} />;
  };
}

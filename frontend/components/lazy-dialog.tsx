import { type ComponentType, useEffect, useRef, useState } from 'react';
import { translate } from '../i18n/i18n.ts';
import { notify } from './toasts.ts';

interface Closable {
  onClose: () => void;
}

/**
 * A piece of a page whose code is loaded when it is opened. Where that cannot be had, it says so and closes again: the
 * page around it, and what was typed there, stay as they are, and the next opening tries anew.
 * `Placeholder` is what stands there meanwhile.
 */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Placeholder: ComponentType<Props> = () => null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Part(props: Props) {
    const [Piece, setPiece] = useState(() => known);
    const { onClose } = props;
    const close = useRef(onClose);
    useEffect(() => {
      close.current = onClose;
    });
    useEffect(() => {
      const show = (piece: { default: ComponentType<Props> }) => {
        known = piece.default;
        setPiece(() => known);
      };
      const giveUp = () => {
        close.current();
        notify('error', translate('common.unreachable'));
      };
      if (!known) load().then(show, giveUp);
    }, []);
    return Piece ? <Piece {...props} /> : <Placeholder {...props} />;
  };
}

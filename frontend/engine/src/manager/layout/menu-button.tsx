import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import styles from './page.module.css';

interface MenuButtonProps {
  /** Renders the open menu, and the dialogs that it opens. */
  readonly children: (button: HTMLElement, onClose: () => void) => ReactNode;
}

/** Renders the button of a menu of rarer actions, and the menu while it is open. */
export function MenuButton({ children }: MenuButtonProps) {
  const { t } = useTranslation();
  const [button, setButton] = useState<HTMLElement>();
  const label = t('manager.list.more');
  return (
    <>
      <Button
        className={styles.menu}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </Button>
      {button && children(button, () => setButton(undefined))}
    </>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#frontend/shell/components/dialog.tsx';
import { menuLetters, useMenu } from '../menu.ts';
import styles from './help-sheet.module.css';
import { shortcutText, switchKeys, useKeysOn } from './keys.tsx';

/** Renders the sheet that lists the keys, with a switch for single-character keys. */
export default function HelpSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const isOn = useKeysOn();
  const letters = menuLetters(useMenu().flatMap(({ items }) => items));
  return (
    <Dialog title={t('manager.keys.title')} onClose={onClose}>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => switchKeys(target.checked)} />
        {t('manager.keys.on')}
      </label>
      <div className={styles.sections}>
        <Section title={t('manager.keys.lists')}>
          <Line keys={['j', 'k']} text={t('manager.keys.move')} />
          <Line keys={['Enter']} text={t('manager.keys.open')} />
          <Line keys={['x']} text={t('manager.keys.select')} />
          <Line keys={['e']} text={t('manager.keys.edit')} />
          <Line keys={['n']} text={t('manager.keys.new')} />
          <Line keys={['/']} text={t('manager.keys.search')} />
          <Line keys={['Shift ←', 'Shift →']} text={t('manager.keys.moveColumn')} />
          <Line keys={['←', '→']} text={t('manager.keys.resizeColumn')} />
        </Section>
        <Section title={t('manager.keys.everywhere')}>
          <Line keys={['?']} text={t('manager.keys.help')} />
          <Line keys={[shortcutText('k')]} text={t('manager.palette.open')} />
          <Line keys={[shortcutText('b')]} text={t('manager.keys.menu')} />
        </Section>
        <Section title={t('manager.keys.goTo')}>
          {[...letters].map(([letter, { to, label }]) => (
            <Line key={to} keys={['g', letter]} text={label} />
          ))}
        </Section>
      </div>
    </Dialog>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <dl className={styles.keys}>{children}</dl>
    </section>
  );
}

function Line({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <div className={styles.line}>
      <dt>{text}</dt>
      <dd dir="ltr">
        {keys.map((key) => (
          <kbd key={key} className={styles.key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

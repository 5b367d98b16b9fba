import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#frontend/shell/components/button.tsx';
import styles from './api-keys.module.css';
import type { CreatedApiKey } from './api-keys.ts';

interface Props {
  readonly created: CreatedApiKey;
  readonly onDone: () => void;
}

/**
 * Renders a new API key, which cannot be shown again. It is on the page and not in a dialog, which an
 * accidental tap would close.
 */
export function NewKeyNotice({ created: { name, key }, onDone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    // Selected in any case, so that the user can copy it if the browser does not.
    field.current?.select();
    try {
      await navigator.clipboard.writeText(key);
      setCopied(true);
    } catch {
      field.current?.focus();
    }
  }

  return (
    <section className={styles.created} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('account.apiKeys.new.title', { name })}
      </h3>
      <p>{t('account.apiKeys.new.hint')}</p>
      <div className={styles.keyLine}>
        <input
          ref={field}
          className={styles.key}
          value={key}
          readOnly
          dir="ltr"
          spellCheck={false}
          aria-label={t('account.apiKeys.new.label')}
          onFocus={({ target }) => target.select()}
        />
        <Button variant="primary" onClick={copy}>
          {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
          {t(copied ? 'account.apiKeys.new.copied' : 'account.apiKeys.new.copy')}
        </Button>
      </div>
      <p className="only-for-screen-readers" role="status">
        {copied && t('account.apiKeys.new.copied')}
      </p>
      <div>
        <Button onClick={onDone}>{t('account.apiKeys.new.done')}</Button>
      </div>
    </section>
  );
}

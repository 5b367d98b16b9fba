import { Check, Copy } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/button.tsx';
import styles from './code-block.module.css';

/** Renders lines to copy, below the name of their file, if any; `$` for a terminal. Long ones wrap. */
export function CodeBlock({ file = '', text }: { file?: string; text: string }) {
  return (
    <figure className={styles.block}>
      <figcaption dir="ltr">
        <span>
          <Path path={file} />
        </span>
        <CopyButton text={text} />
      </figcaption>
      <pre dir="ltr">
        <code>{text}</code>
      </pre>
    </figure>
  );
}

/** Renders a button that copies a text. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Button onClick={copy}>
      <Icon size={16} aria-hidden="true" />
      {t(isCopied ? 'developers.firstSteps.copied' : 'developers.firstSteps.copy')}
    </Button>
  );
}

/** Renders a path that may break after a slash, so that a file's name stays whole. */
const Path = ({ path }: { path: string }) =>
  Array.from(path.matchAll(/[^/]*\/?/g), ({ 0: part, index: start }) => (
    <Fragment key={start}>
      {part}
      <wbr />
    </Fragment>
  ));

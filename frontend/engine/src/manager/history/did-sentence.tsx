import type { HistoryEntry } from '@bindery/contract/records/resources/history.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/* As in change-line.tsx: placeholders for the elements in the text, where it is split. */
const ACTOR = '\ue000';
const RECORD = '\ue001';

interface DidSentenceProps {
  readonly actor: string;
  readonly action: HistoryEntry['action'];
  readonly record: ReactNode;
}

/** Renders who did what to which record, as a sentence in the page's language. */
export function DidSentence({ actor, action, record }: DidSentenceProps) {
  const { t } = useTranslation();
  return (
    <span>
      {t(`manager.did.${action}`, { actor: ACTOR, record: RECORD })
        .split(/([\ue000\ue001])/)
        .map((part) => {
          if (part === ACTOR) return <bdi key={part}>{actor}</bdi>;
          return part === RECORD ? <span key={part}>{record}</span> : part;
        })}
    </span>
  );
}

import { Fragment } from 'react';
import { useHydrated } from '#frontend/shell/browser/use-hydrated.ts';
import { classNames } from '#frontend/shell/components/class-names.ts';
import type { Language } from '#frontend/shell/i18n/languages.ts';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import styles from './local-time.module.css';

interface LocalTimeProps {
  readonly at: string;
  /**
   * Returns the parts of the text, between which a line may break. Without a zone, they are in that of the
   * browser.
   */
  readonly format: (language: Language, at: string, zone?: { timeZone: 'UTC' }) => readonly string[];
  /** Returns the text of the tooltip. */
  readonly title?: (language: Language, at: string) => string;
  readonly className?: string | undefined;
}

/**
 * Renders a time in the zone of the browser, which the server does not know: until the page is hydrated, the
 * same time in UTC takes its place, invisibly, so that nothing shifts.
 */
export function LocalTime({ at, format, title, className }: LocalTimeProps) {
  const { language } = useLanguage();
  const isHydrated = useHydrated();
  const parts = isHydrated ? format(language, at) : format(language, at, { timeZone: 'UTC' });
  return (
    <time
      dateTime={at}
      title={isHydrated ? title?.(language, at) : undefined}
      className={classNames(className, !isHydrated && styles.placeholder)}
    >
      {parts.map((part, place) => (
        <Fragment key={String(place)}>
          {place > 0 && ' '}
          {/* The server may write a date in another way than the browser. */}
          <span className={styles.whole} suppressHydrationWarning>
            {part}
          </span>
        </Fragment>
      ))}
    </time>
  );
}

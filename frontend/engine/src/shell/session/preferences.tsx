import { type Theme, themes } from '@bindery/contract/records/init.ts';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import select from '../components/select.module.css';
import { notify } from '../components/toasts.tsx';
import { changeLanguage } from '../i18n/i18n.ts';
import { type Language, languages } from '../i18n/languages.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { setTheme, useTheme } from '../theme/theme.ts';
import styles from './preferences.module.css';

const icons = { light: Sun, dark: Moon, system: Monitor };

interface PreferenceProps<Value> {
  /** Called after the choice has been applied to this page. */
  onChange?: (value: Value) => void;
}

/** Renders the language select. Each language has its native name. */
export function LanguageSelect({ onChange }: PreferenceProps<Language>) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  // Shows the new choice while its locale files are loading.
  const [chosen, setChosen] = useState<Language>();
  async function choose(next: Language) {
    setChosen(next);
    try {
      await changeLanguage(next);
      onChange?.(next);
    } catch {
      notify('error', t('common.unreachable'));
    }
    setChosen(undefined);
  }
  return (
    <label className={styles.language}>
      <span className={styles.label}>{t('common.language')}</span>
      <select
        className={select.select}
        value={chosen ?? language}
        aria-busy={chosen !== undefined}
        onChange={({ target }) => choose(target.value as Language)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Renders the theme select: light, dark or the device's setting. */
export function ThemeSelect({ onChange }: PreferenceProps<Theme>) {
  const { t } = useTranslation();
  const { theme: chosen } = useTheme();
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.label}>{t('common.theme.label')}</legend>
      <div className={styles.options}>
        {themes.map((theme) => {
          const Icon = icons[theme];
          return (
            <label key={theme} className={styles.option}>
              <input
                type="radio"
                name={name}
                value={theme}
                checked={theme === chosen}
                onChange={() => {
                  setTheme(theme);
                  onChange?.(theme);
                }}
              />
              <Icon size={18} aria-hidden="true" />
              {t(`common.theme.${theme}`)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

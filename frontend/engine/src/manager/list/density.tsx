import { Rows2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStored, store } from '#frontend/shell/browser/stored.ts';
import { useMedia } from '#frontend/shell/browser/use-media.ts';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import styles from './list-page.module.css';

/** How high the rows of lists are. */
export type Density = 'compact' | 'comfortable';

const storageKey = 'managerDensity';

const read = (): Density => (readStored(storageKey) === 'comfortable' ? 'comfortable' : 'compact');

/** Returns the row height of all lists, and a function that changes it. It is stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(read);
  const change = (next: Density) => {
    setDensity(next);
    store(storageKey, next);
  };
  return [density, change];
}

interface DensitySwitchProps {
  density: Density;
  onChange: (density: Density) => void;
}

/**
 * Renders the button that makes the rows higher. It is pressed by those who chose that, not on a first visit.
 * Phones have cards instead of rows.
 */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  const { t } = useTranslation();
  const isComfortable = density === 'comfortable';
  const label = t('manager.table.comfortable');
  return (
    <IconButton
      className={styles.density}
      label={label}
      title={label}
      aria-pressed={isComfortable}
      onClick={() => onChange(isComfortable ? 'compact' : 'comfortable')}
    >
      <Rows2 size={18} aria-hidden="true" />
    </IconButton>
  );
}

/**
 * Returns whether the window is as narrow as a phone, where a row has two lines. Paper never counts as
 * narrow.
 */
export const usePhone = (): boolean => useMedia('screen and (width < 768px)');

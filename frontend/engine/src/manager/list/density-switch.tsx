import { Rows2, Rows4 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#frontend/shell/components/icon-button.tsx';
import styles from './list-page.module.css';
import type { Density } from './use-density.ts';

interface DensitySwitchProps {
  density: Density;
  onChange: (density: Density) => void;
}

/** Renders the button that switches between compact and comfortable rows. Phones have cards instead of rows. */
export function DensitySwitch({ density, onChange }: DensitySwitchProps) {
  const { t } = useTranslation();
  const isCompact = density === 'compact';
  const Icon = isCompact ? Rows4 : Rows2;
  const label = t('manager.table.compact');
  return (
    <IconButton
      className={styles.density}
      label={label}
      title={label}
      aria-pressed={isCompact}
      onClick={() => onChange(isCompact ? 'comfortable' : 'compact')}
    >
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  );
}

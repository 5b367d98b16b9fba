import { settings } from '../http/init.ts';
import styles from './environment-banner.module.css';

/** Renders the name of the environment, if the server is configured with a name or an emoji. */
export function EnvironmentBanner() {
  const { environment } = settings();
  if (!environment) return null;
  return (
    <aside className={styles.banner} style={{ '--environment': environment.color } as React.CSSProperties}>
      {environment.emoji && <span aria-hidden="true">{environment.emoji}</span>}
      {environment.name}
    </aside>
  );
}

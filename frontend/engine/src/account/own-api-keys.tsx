import styles from './account-page.module.css';
import { ApiKeysSection } from './api-keys/api-keys-section.tsx';

/** Renders the user's own API keys. */
export const OwnApiKeys = () => <ApiKeysSection className={styles.card} />;

import styles from './account-page.module.css';
import { ownApiKeys } from './api-keys/api-keys.ts';
import { ApiKeysSection } from './api-keys/api-keys-section.tsx';

/** Renders the user's own API keys. */
export const OwnApiKeys = () => <ApiKeysSection address={ownApiKeys} isOwn className={styles.card} />;

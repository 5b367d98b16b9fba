import type { SessionUser } from '@bindery/contract/records/init.ts';
import { AtSign, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#frontend/shell/components/avatar.tsx';
import { Badge } from '#frontend/shell/components/badge.tsx';
import { Button } from '#frontend/shell/components/button.tsx';
import styles from './user-card.module.css';

interface UserCardProps {
  user: SessionUser;
  onChangeName: () => void;
  onChangeEmail: () => void;
}

/** Renders the signed-in user's name and email address, with buttons to change them. */
export function UserCard({ user, onChangeName, onChangeEmail }: UserCardProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.card} aria-labelledby="user">
      <Avatar name={user.name || user.email} size="3.5rem" />
      <div className={styles.words}>
        <h2 id="user">
          <bdi>{user.name}</bdi>
        </h2>
        <p className={styles.email}>
          <bdi>{user.email}</bdi>
          {!user.emailVerified && <Badge tone="open">{t('account.notVerified')}</Badge>}
        </p>
      </div>
      <div className={styles.actions}>
        <Button onClick={onChangeName}>
          <Pencil size={16} aria-hidden="true" />
          {t('account.changeName.open')}
        </Button>
        <Button onClick={onChangeEmail}>
          <AtSign size={16} aria-hidden="true" />
          {t('account.changeEmail.open')}
        </Button>
      </div>
    </section>
  );
}

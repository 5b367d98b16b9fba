import type { Resource } from '@bindery/contract/schema/index.ts';
import type { ReactNode } from 'react';
import { AntdTheme } from '../antd/antd-theme.tsx';
import { ReferenceInput } from '../fields/inputs/reference-input.tsx';

interface UserSelectProps {
  readonly id: string;
  readonly users: Resource;
  readonly value: { readonly id: string; readonly label: string } | undefined;
  /** Called with the id of the user; empty for none. */
  readonly onChange: (id: string) => void;
  /** Rendered until antd is loaded. */
  readonly fallback: ReactNode;
}

/** Renders the searchable list of users, open. */
export default function UserSelect({ users, onChange, fallback, ...props }: UserSelectProps) {
  // A reference without a resource: the input only reads its target.
  const field = { ...users.own.createdAt, name: 'user', to: users.name, required: false };
  return (
    <AntdTheme fallback={fallback}>
      <ReferenceInput
        {...props}
        startsOpen
        resource={users}
        field={field}
        onChange={(next) => onChange(typeof next === 'object' && next && 'id' in next ? String(next.id) : '')}
      />
    </AntdTheme>
  );
}

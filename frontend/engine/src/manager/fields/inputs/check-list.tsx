import styles from './check-list.module.css';

interface CheckListProps {
  id: string;
  /** The accessible name of the group. */
  label: string;
  /** Whether one or several options can be chosen; several by default. */
  type?: 'checkbox' | 'radio';
  options: readonly { readonly value: string; readonly label: string }[];
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** Renders options as native checkboxes or radio buttons. */
export function CheckList({ id, label, type = 'checkbox', options, values, onChange }: CheckListProps) {
  const choose = (value: string, checked: boolean) => {
    if (type === 'radio') onChange([value]);
    else onChange(checked ? [...values, value] : values.filter((other) => other !== value));
  };
  return (
    <fieldset className={styles.list} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type={type}
            name={id}
            checked={values.includes(option.value)}
            onChange={({ target }) => choose(option.value, target.checked)}
          />
          <bdi>{option.label}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

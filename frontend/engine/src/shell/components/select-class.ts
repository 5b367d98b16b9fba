import styles from './select.module.css';

/** The class of a `<select>` that looks like the other fields of light pages. */
export const selectClass: string = styles.select!;

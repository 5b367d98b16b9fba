import dayjs from 'dayjs';

/** Returns the local date of a timestamp: "2027-01-31"; empty for an invalid timestamp. */
export const dayOf = (timestamp: string): string => {
  const date = dayjs(timestamp);
  return date.isValid() ? date.format('YYYY-MM-DD') : '';
};

/** Converts a UTC timestamp to the value of a datetime-local input: "2027-01-31T13:30". */
export const timestampToInput = (timestamp: string): string => dayjs(timestamp).format('YYYY-MM-DDTHH:mm');

/** Converts the value of a datetime-local input to a UTC timestamp. */
export const timestampFromInput = (input: string): string => dayjs(input).toISOString();

/** Returns the first millisecond of a local date as a UTC timestamp. Throws for an invalid date. */
export const startOfDay = (day: string): string => dayjs(day).startOf('day').toISOString();

/** Returns the last millisecond of a local date as a UTC timestamp. Throws for an invalid date. */
export const endOfDay = (day: string): string => dayjs(day).endOf('day').toISOString();

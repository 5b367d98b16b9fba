import dayjs from 'dayjs';

const inputFormat = 'YYYY-MM-DDTHH:mm';

/** The day on which a moment falls for the visitor: "2027-01-31"; empty where it is no moment. */
export const dayOf = (moment: string): string => {
  const date = dayjs(moment);
  return date.isValid() ? date.format('YYYY-MM-DD') : '';
};

/** A moment in UTC as an input of the visitor's own time wants it: "2027-01-31T13:30". */
export const momentToInput = (moment: string): string => dayjs(moment).format(inputFormat);

/** What stands in such an input, in UTC. */
export const momentFrom = (input: string): string => dayjs(input).toISOString();

/** The first and the last moment of a day, for the visitor. */
export const startOfDay = (day: string): string => dayjs(day).startOf('day').toISOString();
export const endOfDay = (day: string): string => dayjs(day).endOf('day').toISOString();

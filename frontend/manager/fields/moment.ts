const twoDigits = (number: number) => String(number).padStart(2, '0');

/** The day on which a moment falls for the visitor: "2027-01-31". */
export const dayOf = (moment: string): string => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

/** A moment in UTC as an input of the visitor's own time wants it: "2027-01-31T13:30". */
export const momentToInput = (moment: string): string => {
  const date = new Date(moment);
  return `${dayOf(moment)}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

/** What stands in such an input, in UTC. */
export const momentFrom = (input: string): string => new Date(input).toISOString();

/** The first and the last moment of a day, for the visitor. */
export const startOfDay = (day: string): string => momentFrom(`${day}T00:00:00.000`);
export const endOfDay = (day: string): string => momentFrom(`${day}T23:59:59.999`);

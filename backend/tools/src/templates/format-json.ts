/** Returns the content of a JSON file, formatted as npm formats package.json. */
export const formatJson = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

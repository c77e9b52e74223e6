/** Truncates a text to `max` characters and appends an ellipsis if it is longer. */
export const shorten = (text: string, max = 40): string => (text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text);

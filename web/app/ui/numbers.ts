/** Formats a number such as `12,345`. One formatter for all: `toLocaleString` takes 20 times as long, and a list has a number in each row. */
export const formatNumber: (number: number) => string = new Intl.NumberFormat('en').format;

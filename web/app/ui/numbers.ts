/** Formats an integer such as `12,345`. */
export const formatNumber = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

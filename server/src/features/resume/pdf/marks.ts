/*
 * Characters that only control the order of others. @react-pdf/textkit would draw them, so fonts.ts lets them pass and line-breaks.ts removes them.
 */
const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

export const isMark = (point: number): boolean => String.fromCodePoint(point).search(marks) === 0;

export const withoutMarks = (text: string): string => text.replace(marks, '');

/** A text that somebody else chose, as it may be written to a terminal: with a mark for each character that could steer it, or hide what follows. */
export const visible = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');

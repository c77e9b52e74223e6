/** A ref that scrolls the active option of a list into view. */
export const scrollIntoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

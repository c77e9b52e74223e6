import { openToOptions } from '@dev-connector/contract';

/** Returns what a member is open to as a sentence, such as 'Open to work and mentoring'. */
export const openToText = (openTo: string[]): string =>
  `Open to ${list.format(openToOptions.flatMap(({ value, label }) => (openTo.includes(value) ? [label.toLowerCase()] : [])))}`;

const list = new Intl.ListFormat('en-GB');

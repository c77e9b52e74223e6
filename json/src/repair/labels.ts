import type { RepairKind } from './types.ts';

export type { RepairEdit } from './types.ts';

const labels: Record<RepairKind, string> = {
  comment: 'Remove the comment',
  'extra-comma': 'Remove the comma',
  'missing-comma': 'Add the missing comma',
  semicolon: 'Remove or replace the semicolon',
  punctuation: 'Write the comma or bracket as in JSON',
  quotes: 'Use double quotes',
  key: 'Put the key in double quotes',
  colon: 'Write a colon',
  literal: 'Write the literal as in JSON',
  null: 'Write null: this changes the value',
  number: 'Write the number as in JSON',
  'white-space': 'Replace a character that is not white space in JSON',
  'control-character': 'Escape the control character',
  escape: 'Write the escape as in JSON',
  fence: 'Remove the Markdown fence',
  wrapper: 'Remove the code around the JSON',
  'escaped-text': 'Decode the escaped text',
  braces: 'Add the missing braces',
  'cut-off': 'Complete the end, which is cut off',
  'text-around': 'Remove the text around the JSON',
};

/** Describes an edit of this kind for users. */
export const describeRepair = (kind: RepairKind): string => labels[kind];

import { openToOptions, type SearchOperator, searchTokens } from '@dev-connector/contract';

export type Operator = SearchOperator['name'];

/** What each operator finds. */
export const operatorHints: Record<Operator, string> = {
  skill: 'People with a skill',
  place: 'People in a place',
  status: 'People by what they do',
  open: 'People open to work, mentoring or collaboration',
  tag: 'Posts with a tag',
  by: 'By an author',
  has: 'With code',
  after: 'On or after a date',
  before: 'Before a date',
};

/** The item of a query before the caret: the start of a word, which may become an operator, or an operator with the start of its value. */
export interface Typed {
  /** Where the word or the value starts, in UTF-16 units. */
  start: number;
  operator?: Operator;
  value: string;
}

export function typedAt(text: string, caret: number): Typed | undefined {
  const before = text.slice(0, caret);
  const last = searchTokens(before).at(-1);
  if (!last || last.end < caret) return { start: caret, value: '' };
  const { operator, value, isPhrase, isOpen } = last;
  if (isPhrase && !isOpen) return undefined;
  if (operator) return { start: caret - value.length - Number(isPhrase), operator: operator.name, value };
  const [, word] = /(?:^|\s)-?([a-z]*)$/i.exec(before) ?? [];
  return isPhrase || word === undefined ? undefined : { start: caret - word.length, value: word };
}

/** Whether the query ends with an operator whose value is still being typed and would be an error. */
export function isIncomplete(text: string): boolean {
  const { operator, value = '' } = typedAt(text, text.length) ?? {};
  if (operator === undefined) return false;
  if (operator === 'after' || operator === 'before') return !/^\d{4}-\d\d-\d\d$/.test(value);
  if (operator === 'has') return value !== 'code';
  if (operator === 'open') return !openToOptions.some((option) => option.value === value);
  return value === '';
}

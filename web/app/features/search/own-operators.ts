import { type SearchOperator, searchTokens } from '@dev-connector/contract';

/** Operators of other products (GitHub, Gmail, Slack, X), and those that this site has for them. */
const ownOperators: Record<string, SearchOperator['name']> = {
  author: 'by',
  from: 'by',
  user: 'by',
  label: 'tag',
  topic: 'tag',
  location: 'place',
  since: 'after',
  until: 'before',
};

/** Finds the first operator of another product that has a value, and returns it with the query in which each is replaced. */
export function foreignOperator(q: string): { name: string; own: string } | undefined {
  let [first, own] = ['', q];
  for (const { text, end, operator, isPhrase } of searchTokens(q).toReversed()) {
    const [whole = '', hyphen, name = ''] = (!operator && !isPhrase && /^(-?)([a-z]+):(?![:/\\])/i.exec(text)) || [];
    const replacement = ownOperators[name.toLowerCase()];
    const start = end - text.length;
    if (!replacement || !/\S/.test(q.charAt(start + whole.length))) continue;
    first = name;
    own = `${own.slice(0, start)}${hyphen}${replacement}:${own.slice(start + whole.length)}`;
  }
  return first ? { name: first, own } : undefined;
}

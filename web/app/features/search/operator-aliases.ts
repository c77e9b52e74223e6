import { type SearchOperator, searchTokens } from '@dev-connector/contract';

/** Operators of other products (GitHub, Gmail, Slack, X), and what this site calls them. */
const operatorAliases: Record<string, SearchOperator['name']> = {
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
export function findAlias(q: string): { name: string; corrected: string } | undefined {
  let [first, corrected] = ['', q];
  for (const { text, end, operator, isPhrase } of searchTokens(q).toReversed()) {
    const [whole = '', hyphen, name = ''] = (!operator && !isPhrase && /^(-?)([a-z]+):(?![:/\\])/i.exec(text)) || [];
    const replacement = operatorAliases[name.toLowerCase()];
    const start = end - text.length;
    if (!replacement || !/\S/.test(q.charAt(start + whole.length))) continue;
    first = name;
    corrected = `${corrected.slice(0, start)}${hyphen}${replacement}:${corrected.slice(start + whole.length)}`;
  }
  return first ? { name: first, corrected } : undefined;
}

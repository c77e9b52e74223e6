import { type SearchType, searchOperators } from '@dev-connector/contract';
import { Link } from 'react-router';
import { UserText } from '../../ui/UserText';
import { exactly, type Search, searchPath } from './address';
import { findAlias } from './operator-aliases';
import { operatorHints } from './typed';

const examples = {
  posts: 'code review',
  people: 'ada',
  comments: 'thank you',
};

/** Says how to search: words, phrases, exclusion and the operators of the type, each as a link. */
export function Advice({ type }: { type: SearchType }) {
  const operators = searchOperators.filter(({ types }) => (types as readonly SearchType[]).includes(type));
  const word = examples[type];
  const rows = [
    { q: word, hint: 'All of the words' },
    { q: '"good morning"', hint: 'This phrase' },
    { q: `${word} -draft`, hint: 'Without a word' },
    ...operators.map(({ name, example }) => ({ q: example, hint: operatorHints[name] })),
  ];
  return (
    <section aria-label="How to search">
      <ul className="list">
        {rows.map(({ q, hint }) => (
          <li key={q} className="flex flex-wrap items-center justify-between gap-x-4 py-2 pointer-coarse:py-0">
            <Link to={searchPath(q, type)} className="link tap content-center">
              {q}
            </Link>
            <span className="text-muted text-sm">{hint}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Suggests the operator of this site for one of another product. */
export function OperatorSuggestion({ q }: { q: string }) {
  const alias = findAlias(q);
  if (!alias) return null;
  return (
    <p className="wrap-anywhere text-muted">
      <UserText text={`${alias.name}:`} /> is not an operator of this site. Did you mean{' '}
      <Link to={searchPath(alias.corrected)} className="link tap">
        <UserText text={alias.corrected} />
      </Link>
      ?
    </p>
  );
}

/** Offers to search for the query as one phrase, without operators. */
export function ExactSearch({ search: { q, type } }: { search: Search }) {
  const phrase = exactly(q);
  if (phrase === undefined) return null;
  return (
    <Link to={searchPath(phrase, type)} className="link tap wrap-anywhere content-center">
      Search for the exact text <UserText text={`“${phrase.slice(1, -1)}”`} />
    </Link>
  );
}

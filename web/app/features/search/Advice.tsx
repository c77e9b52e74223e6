import { type SearchType, searchOperators } from '@dev-connector/contract';
import { Link } from 'react-router';
import { UserText } from '../../ui/UserText';
import { exactly, type Search, searchPath } from './address';
import { foreignOperator } from './own-operators';
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

/** Says which operator this site has for one of another product. */
export function OwnOperator({ q }: { q: string }) {
  const foreign = foreignOperator(q);
  if (!foreign) return null;
  return (
    <p className="wrap-anywhere text-muted">
      <UserText text={`${foreign.name}:`} /> is not an operator of this site. Did you mean{' '}
      <Link to={searchPath(foreign.own)} className="link tap">
        <UserText text={foreign.own} />
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

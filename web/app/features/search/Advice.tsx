import { type SearchType, searchOperators } from '@dev-connector/contract';
import { SearchX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/states/EmptyState';
import { UserText } from '../../ui/UserText';
import { exactly, type Search, searchPath } from './address';
import { operatorHints } from './typed';

const OtherTypes = lazy(async () => ({ default: (await import('./counts')).OtherTypes }));

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

/** Says that nothing was found, and how to find more. */
export const NoResults = ({ search }: { search: Search }) => (
  <EmptyState
    icon={<SearchX />}
    title={`No ${search.type} match`}
    action={
      <div className="flex flex-col items-center gap-2">
        <ExactSearch search={search} />
        <Suspense>
          <OtherTypes q={search.q} type={search.type} />
        </Suspense>
        <details className="w-full text-left">
          <summary className="link tap text-center">How to search</summary>
          <Advice type={search.type} />
        </details>
      </div>
    }
  >
    Nothing was found for <UserText text={`“${search.q}”`} />. Check the spelling, use fewer words, or remove an operator.
  </EmptyState>
);

import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { UserText } from '../../ui/UserText';
import './history.css';

/** Maximum number of inserted and deleted words, which bounds the cost: at most 130 ms for two texts of 50,000 characters. */
const maxEditLength = 500;

interface WordDiffProps {
  before: string;
  after: string;
  className: string;
}

/** Marks the words that were inserted and deleted. Shows both texts if they have too little in common. */
export function WordDiff({ before, after, className }: WordDiffProps) {
  const changes = useMemo(() => diffWordsWithSpace(before, after, { maxEditLength }), [before, after]);
  if (!changes)
    return (
      <>
        <p className="text-muted text-sm">These versions have too little in common to mark the changes.</p>
        <p className="font-medium text-sm">Before</p>
        <UserText as="p" className={className} text={before} />
        <p className="font-medium text-sm">After</p>
        <UserText as="p" className={className} text={after} />
      </>
    );
  return (
    <p dir="auto" className={`word-diff ${className}`}>
      {changes.map(({ value, added, removed }, index) => (
        <UserText key={index} as={added ? 'ins' : removed ? 'del' : 'span'} dir={undefined} text={value} />
      ))}
    </p>
  );
}

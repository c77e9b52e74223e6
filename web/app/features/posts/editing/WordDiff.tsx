import { withLineFeeds } from '@dev-connector/contract';
import { diffWordsWithSpace } from 'diff';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/Button';
import { UserText } from '../../../ui/UserText';

/** Maximum number of inserted and deleted words, which bounds the cost: at most 130 ms for two texts of 50,000 characters. */
const maxEditLength = 500;

/** Characters shown before and after a change. */
const context = 200;

interface WordDiffProps {
  before: string;
  after: string;
  className: string;
}

/** Marks the words that were inserted and deleted, and leaves out text far from them. Shows both texts if they have too little in common. */
export function WordDiff({ className, ...texts }: WordDiffProps) {
  const [before, after] = [withLineFeeds(texts.before), withLineFeeds(texts.after)];
  const changes = useMemo(() => diffWordsWithSpace(before, after, { maxEditLength }), [before, after]);
  const [isWhole, setWhole] = useState(false);
  const shown = useRef<HTMLParagraphElement>(null);
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
  /** Moves the focus, because the pressed button disappears. */
  function showWhole() {
    setWhole(true);
    shown.current?.focus();
  }

  if (before === after) return <UserText as="p" className={className} text={after} />;
  const last = changes.length - 1;
  const parts = changes.map((change, index) =>
    change.added || change.removed || isWhole ? change : { ...change, value: withoutMiddle(change.value, index === 0, index === last) },
  );
  const isShortened = parts.some(({ value }, index) => value !== changes[index]?.value);
  return (
    <>
      <p ref={shown} tabIndex={-1} dir="auto" className={`word-diff outline-none ${className}`}>
        {parts.map(({ value, added, removed }, index) => (
          <UserText key={index} as={added ? 'ins' : removed ? 'del' : 'span'} dir={undefined} text={value} />
        ))}
      </p>
      {isShortened && (
        <Button size="sm" className="self-start" onClick={showWhole}>
          Show the whole text
        </Button>
      )}
    </>
  );
}

/** Shortens an unchanged text to its words next to a change. */
function withoutMiddle(text: string, isFirst: boolean, isLast: boolean): string {
  const firstSpace = text.slice(context).search(/\s/) + context;
  const end = isFirst ? 0 : firstSpace < context ? text.length : firstSpace;
  const lastSpace = Math.max(text.lastIndexOf(' ', text.length - context), text.lastIndexOf('\n', text.length - context));
  const start = isLast ? text.length : lastSpace + 1;
  if (start - end < context) return text;
  return [text.slice(0, end), '⋯', text.slice(start)].filter(Boolean).join('\n');
}

import type { Position, Warning } from '@dev-connector/json';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { Check, WarningGroup } from '../messages';
import { visible } from '../visible';

/** Number of warnings of a kind that are shown initially. */
const initialCount = 3;

/** The sentence above several warnings of a kind, after their number. */
const groups: Record<Warning['kind'], string> = {
  'duplicate-key': 'keys that occur twice in one object: most programs keep only the last value.',
  'large-integer': 'integers beyond 2^53: many programs round them.',
  'out-of-range': 'numbers beyond the range of a 64-bit float: many programs read infinity or 0.',
  'lone-surrogate': 'lone surrogates: UTF-8 cannot encode them.',
  'too-many-keys': 'places after which there are too many keys to find every duplicate.',
};

interface WarningListProps {
  check: Check;
  onPosition: (position: Position) => void;
}

/** Lists warnings about valid text that other programs may misread, by kind. */
export function WarningList({ check, onPosition }: WarningListProps) {
  const { warnings, total, complete } = check;
  if (total === 0) return null;
  return (
    <section id="formatter-warnings" className="formatter-warnings" aria-label="Warnings">
      <h2 className="font-semibold text-warning">
        {formatNumber(total)} {total === 1 ? 'warning' : 'warnings'}
        {complete ? '' : ' so far'}
      </h2>
      <ul className="flex flex-col gap-2">
        {Object.values(warnings).map(({ total, first }) => {
          const items = first.map((warning) => <Item key={warning.offset} {...{ warning, onPosition }} isOnly={total === 1} />);
          return total === 1 ? items : <Group key={first[0]?.kind} {...{ total, first }} items={items} />;
        })}
      </ul>
    </section>
  );
}

function Group({ total, first, items }: WarningGroup & { items: ReactNode[] }) {
  const [{ kind }] = first as [Warning];
  return (
    <li>
      {formatNumber(total)} {groups[kind]}
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 marker:text-muted">{items.slice(0, initialCount)}</ul>
      {items.length > initialCount && (
        <details className="ps-5">
          <summary className="link tap">{total > items.length ? `The first ${items.length}` : `All ${items.length}`}</summary>
          <ul className="mt-1 flex max-h-80 list-disc flex-col gap-1 overflow-y-auto ps-5 marker:text-muted">
            {items.slice(initialCount)}
          </ul>
        </details>
      )}
    </li>
  );
}

interface ItemProps {
  warning: Warning;
  onPosition: (position: Position) => void;
  /** Whether there is no other of its kind, so that it says what it means. */
  isOnly: boolean;
}

function Item({ warning, onPosition, isOnly }: ItemProps) {
  const positionLink = (at: Position) => (
    <button type="button" className="link" onClick={() => onPosition(at)}>
      line {formatNumber(at.line)}, column {formatNumber(at.column)}
    </button>
  );
  return (
    <li className="wrap-anywhere">
      {warning.kind === 'duplicate-key' && (
        <>
          {isOnly && 'The key '}
          <Token text={JSON.stringify(warning.key)} /> {isOnly && 'occurs twice in one object, '}at {positionLink(warning.first)} and{' '}
          {positionLink(warning)}
          {isOnly && '. Most programs keep only the last value.'}
        </>
      )}
      {warning.kind === 'large-integer' && (
        <>
          {isOnly && 'The integer '}
          <Token text={warning.number} /> at {positionLink(warning)}
          {isOnly && ' is beyond 2^53: many programs round it.'}
        </>
      )}
      {warning.kind === 'out-of-range' && (
        <>
          {isOnly && 'The number '}
          <Token text={warning.number} /> at {positionLink(warning)}
          {isOnly && ' is beyond the range of a 64-bit float: many programs read infinity or 0.'}
        </>
      )}
      {warning.kind === 'lone-surrogate' && (
        <>
          <Token text={warning.escape} /> at {positionLink(warning)}
          {isOnly && ' is a lone surrogate: UTF-8 cannot encode it.'}
        </>
      )}
      {warning.kind === 'too-many-keys' && (
        <>
          {isOnly && 'There are too many keys to find every duplicate after '}
          {positionLink(warning)}
          {isOnly && '.'}
        </>
      )}
    </li>
  );
}

const Token = ({ text }: { text: string }) => (
  <code className="rounded-sm bg-sunken px-1">
    <bdi>{visible(text.length > 80 ? `${text.slice(0, 80)}…` : text)}</bdi>
  </code>
);

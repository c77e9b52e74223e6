import type { Place, Warning } from '@dev-connector/json';
import type { Check } from './messages';
import { readableCount } from './sizes';

/** Shown at once; the others on request. */
const shownFirst = 5;

/** What is valid, and yet may be read differently by other programs. It never keeps the text from being formatted. */
export function WarningList({ check, onPlace }: { check: Check; onPlace: (place: Place) => void }) {
  const { warnings, total, complete } = check;
  if (total === 0) return null;
  const items = warnings.map((warning) => <Item key={`${warning.kind} ${warning.offset}`} warning={warning} onPlace={onPlace} />);
  return (
    <section className="panel flex flex-col gap-2 p-4 text-sm" aria-label="Warnings">
      <h2 className="font-semibold text-warning">
        {readableCount(total)} {total === 1 ? 'warning' : 'warnings'}
        {complete ? '' : ' so far'}
      </h2>
      <ul className="flex flex-col gap-2">{items.slice(0, shownFirst)}</ul>
      {items.length > shownFirst && (
        <details>
          <summary className="link tap">{total > items.length ? `The first ${items.length}` : `All ${items.length}`}</summary>
          <ul className="mt-2 flex max-h-80 flex-col gap-2 overflow-y-auto">{items.slice(shownFirst)}</ul>
        </details>
      )}
    </section>
  );
}

function Item({ warning, onPlace }: { warning: Warning; onPlace: (place: Place) => void }) {
  const place = (at: Place) => (
    <button type="button" className="link link-primary" onClick={() => onPlace(at)}>
      line {readableCount(at.line)}, column {readableCount(at.column)}
    </button>
  );
  return (
    <li className="wrap-anywhere">
      {warning.kind === 'duplicate-key' && (
        <>
          The key <Token text={JSON.stringify(warning.key)} /> stands twice in one object: {place(warning.first)} and {place(warning)}. Most
          programs keep the last value only.
        </>
      )}
      {warning.kind === 'large-integer' && (
        <>
          The integer <Token text={warning.number} /> at {place(warning)} is beyond 2^53: many programs round it.
        </>
      )}
      {warning.kind === 'lone-surrogate' && (
        <>
          <Token text={warning.escape} /> at {place(warning)} is half of a character: it cannot be written as UTF-8.
        </>
      )}
      {warning.kind === 'too-many-keys' && <>From {place(warning)} on there are too many keys at once to find every duplicate.</>}
    </li>
  );
}

const Token = ({ text }: { text: string }) => (
  <code className="rounded-selector bg-base-200 px-1">
    <bdi>{text.length > 80 ? `${text.slice(0, 80)}…` : text}</bdi>
  </code>
);

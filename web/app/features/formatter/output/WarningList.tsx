import type { Position, Warning } from '@dev-connector/json';
import { formatNumber } from '../../../ui/numbers';
import type { Check } from '../messages';

/** Number of warnings shown initially. */
const initialCount = 5;

/** Lists warnings about valid text that other programs may misread. */
export function WarningList({ check, onPosition }: { check: Check; onPosition: (position: Position) => void }) {
  const { warnings, total, complete } = check;
  if (total === 0) return null;
  const items = warnings.map((warning) => <Item key={`${warning.kind} ${warning.offset}`} warning={warning} onPosition={onPosition} />);
  return (
    <section id="formatter-warnings" className="formatter-warnings" aria-label="Warnings">
      <h2 className="font-semibold text-warning">
        {formatNumber(total)} {total === 1 ? 'warning' : 'warnings'}
        {complete ? '' : ' so far'}
      </h2>
      <ul className="flex flex-col gap-2">{items.slice(0, initialCount)}</ul>
      {items.length > initialCount && (
        <details>
          <summary className="link tap">{total > items.length ? `The first ${items.length}` : `All ${items.length}`}</summary>
          <ul className="mt-2 flex max-h-80 flex-col gap-2 overflow-y-auto">{items.slice(initialCount)}</ul>
        </details>
      )}
    </section>
  );
}

function Item({ warning, onPosition }: { warning: Warning; onPosition: (position: Position) => void }) {
  const positionLink = (at: Position) => (
    <button type="button" className="link" onClick={() => onPosition(at)}>
      line {formatNumber(at.line)}, column {formatNumber(at.column)}
    </button>
  );
  return (
    <li className="wrap-anywhere">
      {warning.kind === 'duplicate-key' && (
        <>
          The key <Token text={JSON.stringify(warning.key)} /> occurs twice in one object, at {positionLink(warning.first)} and{' '}
          {positionLink(warning)}. Most programs keep only the last value.
        </>
      )}
      {warning.kind === 'large-integer' && (
        <>
          The integer <Token text={warning.number} /> at {positionLink(warning)} is beyond 2^53: many programs round it.
        </>
      )}
      {warning.kind === 'lone-surrogate' && (
        <>
          <Token text={warning.escape} /> at {positionLink(warning)} is a lone surrogate: UTF-8 cannot encode it.
        </>
      )}
      {warning.kind === 'too-many-keys' && <>There are too many keys to find every duplicate after {positionLink(warning)}.</>}
    </li>
  );
}

const Token = ({ text }: { text: string }) => (
  <code className="rounded-sm bg-sunken px-1">
    <bdi>{text.length > 80 ? `${text.slice(0, 80)}…` : text}</bdi>
  </code>
);

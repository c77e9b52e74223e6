import type { Position } from '@dev-connector/json';
import { describeRepair, type RepairEdit } from '@dev-connector/json/repair-labels';
import { formatNumber } from '../../../ui/numbers';
import type { Repair } from '../messages';

/** Number of edits shown initially, and characters shown of each. */
const initialEdits = 5;
const shownCharacters = 80;

export type OfferedRepair = Extract<Repair, { text: Blob }>;

interface RepairOfferProps {
  repair: OfferedRepair;
  onPosition?: ((position: Position) => void) | undefined;
  onRepair: (repair: OfferedRepair) => void;
}

/** Lists the edits of a repair, and a button that applies them. Nothing changes before. */
export function RepairOffer({ repair, onPosition, onRepair }: RepairOfferProps) {
  const { edits, total, changedValues } = repair;
  const items = edits.map((edit) => <Item key={`${edit.offset} ${edit.kind}`} edit={edit} onPosition={onPosition} />);
  return (
    <section aria-label="Repair" className="formatter-repair">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{total === 1 ? 'One edit makes' : `${formatNumber(total)} edits make`} this valid JSON</h2>
        <button type="button" className="btn btn-sm" onClick={() => onRepair(repair)}>
          Repair and format
        </button>
      </div>
      {changedValues > 0 && (
        <p className="text-warning">
          {changedValues === 1
            ? 'One edit writes null in place of a value'
            : `${formatNumber(changedValues)} edits write null in place of a value`}{' '}
          that JSON does not have.
        </p>
      )}
      <ol className="flex flex-col gap-2">{items.slice(0, initialEdits)}</ol>
      {items.length > initialEdits && (
        <details>
          <summary className="link tap">{total > items.length ? `The first ${items.length} edits` : `All ${items.length} edits`}</summary>
          <ol className="mt-2 flex max-h-80 flex-col gap-2 overflow-y-auto">{items.slice(initialEdits)}</ol>
        </details>
      )}
    </section>
  );
}

function Item({ edit, onPosition }: { edit: RepairEdit; onPosition: RepairOfferProps['onPosition'] }) {
  const { removed, text, kind, line, column } = edit;
  const place = `line ${formatNumber(line)}, column ${formatNumber(column)}`;
  return (
    <li className="wrap-anywhere">
      {describeRepair(kind)} at{' '}
      {onPosition ? (
        <button type="button" className="link" onClick={() => onPosition(edit)}>
          {place}
        </button>
      ) : (
        place
      )}
      <code dir="ltr" className="formatter-edit">
        {removed !== '' && <del>{visible(removed)}</del>}
        {removed !== '' && text !== '' && ' '}
        {text !== '' && <ins>{visible(text)}</ins>}
      </code>
    </li>
  );
}

/** Shortens a text, and makes white space and invisible characters visible. */
function visible(text: string): string {
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…`.toWellFormed() : text;
  return shown
    .replace(/\r\n|\r|\n/g, '↵')
    .replace(/\t/g, '⇥')
    .replace(
      /[^\P{C}\u200d]|[^\P{Z} ]/gu,
      (character) => `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`,
    );
}

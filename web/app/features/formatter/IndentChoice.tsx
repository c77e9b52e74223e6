import type { Indent } from '@dev-connector/json';
import { indentations } from './indentation';

/** Radio buttons for the indentation. */
export function IndentChoice({ indent, onChoose }: { indent: Indent; onChoose: (indent: Indent) => void }) {
  return (
    <fieldset className="max-sm:w-full">
      <legend className="sr-only">Indentation</legend>
      <div className="segmented max-sm:flex">
        {indentations.map(({ indent: value, label }) => (
          <input
            key={label}
            type="radio"
            name="indent"
            aria-label={label}
            className="btn btn-sm max-sm:grow max-sm:px-2"
            checked={indent === value}
            onChange={() => onChoose(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

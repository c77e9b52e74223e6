import type { Indent } from '@dev-connector/json';
import { useRef } from 'react';
import { useEarlyInput } from '../../ui/fields/useEarlyInput';
import { indentations, parseIndent } from './indentation';

/** Radio buttons for the indentation. */
export function IndentChoice({ indent, onChoose }: { indent: Indent; onChoose: (indent: Indent) => void }) {
  const choice = useRef<HTMLFieldSetElement>(null);
  useEarlyInput(choice, () => {
    const chosen = parseIndent(choice.current?.querySelector<HTMLInputElement>(':checked')?.value);
    if (chosen !== undefined) onChoose(chosen);
  });
  return (
    <fieldset ref={choice} className="max-sm:w-full">
      <legend className="sr-only">Indentation</legend>
      <div className="segmented max-sm:flex">
        {indentations.map(({ indent: value, label }) => (
          <input
            key={label}
            type="radio"
            name="indent"
            value={value}
            autoComplete="off"
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

import { type CSSProperties, useEffect, useState } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Formatted, Part, Parts } from '../messages';
import { readableSize } from '../readable';

interface SizeBarProps {
  request: SendRequest;
  formatted: Formatted;
  onOpen: (part: Part) => void;
}

/** Shows the largest values of the open object or array as a bar with a legend. A value in it scrolls to its line and opens its own level. */
export function SizeBar({ request, formatted, onOpen }: SizeBarProps) {
  const [levels, setLevels] = useState<Part[]>([]);
  const [parts, setParts] = useState<Parts>();
  const level = levels.at(-1);
  const offset = level ? level.offset : formatted.documents > 1 ? undefined : 0;
  useEffect(() => {
    let isCurrent = true;
    void request({ type: 'parts', offset }).then((parts) => isCurrent && setParts(parts));
    return () => {
      isCurrent = false;
    };
  }, [request, offset]);

  if (!parts?.count) return null;
  const { bytes, count, largest } = parts;
  const others = { count: count - largest.length, bytes: largest.reduce((rest, part) => rest - part.bytes, bytes) };
  // The largest comes first, also if it is all the others together.
  const othersFirst = others.bytes > (largest[0]?.bytes ?? 0);
  const rest = others.count > 0 && <span style={{ flexGrow: others.bytes }} />;
  const restName = others.count > 0 && (
    <li>
      {formatNumber(others.count)} {others.count === 1 ? 'other' : 'others'} {share(others.bytes, bytes)}
    </li>
  );

  function open(part: Part) {
    onOpen(part);
    if (part.opens) setLevels([...levels, part]);
  }

  return (
    <section aria-label={`Bytes of ${level ? level.name : 'the document'}`}>
      <div aria-hidden className="formatter-sizes-bar">
        {othersFirst && rest}
        {largest.map((part, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the legend has the buttons
          // biome-ignore lint/a11y/useKeyWithClickEvents: the legend has the buttons
          <span
            key={part.offset}
            title={`${part.name}: ${readableSize(part.bytes)}`}
            style={{ flexGrow: part.bytes, ...tint(index) }}
            onClick={() => open(part)}
          />
        ))}
        {!othersFirst && rest}
      </div>
      <div className="formatter-sizes-legend">
        {level && (
          <button
            type="button"
            className="formatter-tool"
            title={`Back to what contains ${level.name}`}
            onClick={({ detail }) => detail < 2 && setLevels(levels.slice(0, -1))} // a double click on a value does not return at once
          >
            Up
          </button>
        )}
        {level && (
          <bdi dir="ltr" className="formatter-sizes-level">
            {level.name}
          </bdi>
        )}
        <ul>
          {othersFirst && restName}
          {largest.map((part, index) => (
            <li key={part.offset} style={tint(index)}>
              <button
                type="button"
                className="formatter-tool"
                title={`${readableSize(part.bytes)}, commas, line feeds and indentation left out`}
                onClick={() => open(part)}
              >
                <bdi dir="ltr">{part.name}</bdi> <span>{share(part.bytes, bytes)}</span>
              </button>
            </li>
          ))}
          {!othersFirst && restName}
        </ul>
      </div>
    </section>
  );
}

/** The larger a part, the stronger its colour, in the bar and in the legend. */
const tint = (index: number) => ({ '--part': index }) as CSSProperties;

/** Such as `62 %`. */
function share(bytes: number, total: number): string {
  const percent = (100 * bytes) / total;
  return percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`;
}

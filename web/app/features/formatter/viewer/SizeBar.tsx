import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../ui/numbers';
import type { SendRequest } from '../engine';
import type { Formatted, Part, Parts } from '../messages';
import { readableSize } from '../readable';

interface SizeBarProps {
  request: SendRequest;
  formatted: Formatted;
  onOpen: (part: Part) => void;
}

/** Shows where the bytes of the open object or array are, as a bar with a legend. A value in it scrolls to its line and opens its own level. */
export function SizeBar({ request, formatted, onOpen }: SizeBarProps) {
  /** The parts that were opened, and those that are shown: the worker may still measure the last one. */
  const [levels, setLevels] = useState<Part[]>([]);
  const [shown, setShown] = useState<{ levels: Part[]; parts: Parts }>();
  const section = useRef<HTMLElement>(null);
  const left = useRef<Part>(undefined);
  const hasDocuments = formatted.documents > 1;
  useEffect(() => {
    let isCurrent = true;
    const offset = levels.at(-1)?.offset ?? (hasDocuments ? undefined : 0);
    void request({ type: 'parts', offset }).then((parts) => isCurrent && parts && setShown({ levels, parts }));
    return () => {
      isCurrent = false;
    };
  }, [request, levels, hasDocuments]);

  // The button that led up may be gone: focus the part that it left.
  useEffect(() => {
    const part = section.current?.querySelector<HTMLElement>(`[data-part="${left.current?.offset}"]`);
    if (left.current) (part ?? section.current?.querySelector('button'))?.focus();
    left.current = undefined;
  }, [shown]);

  if (!shown) return null;
  const { parts } = shown;
  const { bytes, others } = parts;
  const rest = parts.parts.reduce((rest, part) => rest - part.bytes, bytes);
  const note = noteOf(parts);
  const top = hasDocuments ? 'all documents' : 'the document';
  const level = shown.levels.at(-1);

  function open(part: Part) {
    onOpen(part);
    if (part.opens) setLevels([...levels, part]);
  }

  function leave() {
    left.current = level;
    setLevels(levels.slice(0, -1));
  }

  return (
    <section ref={section} aria-label={`Bytes of ${level ? level.name : top}`}>
      <div aria-hidden className="formatter-sizes-bar">
        {parts.parts.map((part) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the legend has the buttons
          // biome-ignore lint/a11y/useKeyWithClickEvents: the legend has the buttons
          <span key={part.offset + part.name} title={titleOf(part, parts)} style={sizeOf(part.bytes)} onClick={() => open(part)}>
            <bdi dir="ltr">{part.name}</bdi>
          </span>
        ))}
        {others > 0 && <span style={sizeOf(rest)} />}
      </div>
      <div className="formatter-sizes-legend">
        {level && (
          <button
            type="button"
            className="formatter-tool"
            onClick={({ detail }) => detail < 2 && leave()} // a double click on a value does not return at once
          >
            Up to <bdi dir="ltr">{shown.levels.at(-2)?.name ?? top}</bdi>
          </button>
        )}
        {(level || note) && (
          <p>
            {level && <bdi dir="ltr">{level.name}</bdi>} {note}
          </p>
        )}
        <ul>
          {parts.parts.map((part) => (
            <li key={part.offset + part.name}>
              <button
                type="button"
                className="formatter-tool"
                data-part={part.offset}
                title={titleOf(part, parts)}
                onClick={() => open(part)}
              >
                <bdi dir="ltr">{part.name}</bdi> <span>{share(part.bytes, bytes)}</span>
              </button>
            </li>
          ))}
          {others > 0 && (
            <li>
              {formatNumber(others)} {others === 1 ? 'other' : 'others'} {share(rest, bytes)}
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

const sizeOf = (bytes: number): CSSProperties => ({ flexGrow: bytes });

/** Says what the parts are, unless they are single values. */
function noteOf({ by, of }: Parts): string | undefined {
  if (by === 'key') return `Keys of ${formatNumber(of)} values`;
  return by === 'range' ? `${formatNumber(of)} values in order` : undefined;
}

function titleOf({ name, bytes, count }: Part, { by }: Parts): string {
  const size = `${name}: ${readableSize(bytes)}, commas, line feeds and indentation left out`;
  if (by === 'value') return size;
  return `${size}, in ${formatNumber(count)} ${count === 1 ? 'value' : 'values'}. Goes to the ${by === 'key' ? 'largest' : 'first'}.`;
}

/** Such as `62 %`. */
function share(bytes: number, total: number): string {
  const percent = (100 * bytes) / total;
  return percent < 1 ? 'under 1 %' : `${Math.round(percent)} %`;
}

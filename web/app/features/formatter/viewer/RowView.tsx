import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Row } from '../messages';

interface RowViewProps {
  id: string;
  number: number;
  /** Undefined while the worker reads it. */
  row: Row | undefined;
  /** Position among all rows that are not folded, from 1, and their number. */
  position: number;
  total: number;
  active: boolean;
  wrap: boolean;
  /** Whether the row opens an object or array, and whether it is folded. */
  foldable: boolean;
  /** The row that closes the object or array, if it is folded. */
  closing: Row | undefined;
  digits: number;
  level: number;
  onFold: () => void;
  children: ReactNode;
}

/** A row of the viewer: line number, fold button and text. */
export function RowView({
  id,
  number,
  row,
  position,
  total,
  active,
  wrap,
  foldable,
  closing,
  digits,
  level,
  onFold,
  children,
}: RowViewProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has focus and names the active row
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={total}
      aria-posinset={position}
      aria-expanded={foldable ? !closing : undefined}
      aria-selected={active}
      className={`formatter-row ${wrap ? '' : 'h-5'}`}
      data-row={number}
      data-document={row?.document}
    >
      <span aria-hidden className="formatter-gutter" data-gutter>
        <span className={`inline-block text-right ${widths[digits] ?? 'min-w-24'}`}>{row && !row.continued ? row.line : ''}</span>
        {foldable ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
          // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer only
          <span className="formatter-fold" data-fold onClick={onFold}>
            <ChevronDown className={`size-3.5 stroke-[2.5] ${closing ? '-rotate-90' : ''}`} />
          </span>
        ) : (
          <span className="formatter-fold">{row?.continued ? '↪' : ''}</span>
        )}
      </span>
      <span className={`pr-4 ${wrap ? 'wrap-anywhere min-w-0 whitespace-pre-wrap' : 'whitespace-pre'}`}>
        <span data-text>{children}</span>
        {closing && (
          <span className="formatter-folded" data-folded>
            {` … ${closing.text.trim()}`}
          </span>
        )}
      </span>
    </div>
  );
}

/** Width of the line numbers, by number of digits. */
const widths = [
  '',
  'min-w-[2ch]',
  'min-w-[2ch]',
  'min-w-[3ch]',
  'min-w-[4ch]',
  'min-w-[5ch]',
  'min-w-[6ch]',
  'min-w-[7ch]',
  'min-w-[8ch]',
  'min-w-[9ch]',
];

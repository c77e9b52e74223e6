import type { KeyboardEvent } from 'react';

export type Side = 'input' | 'output';

const labels: Record<Side, string> = { input: 'Input', output: 'Output' };

/** On narrow screens, shows either the input or the output. */
export function InputOutputTabs({ side, id, onChoose }: { side: Side; id: string; onChoose: (side: Side) => void }) {
  function onKeyDown(event: KeyboardEvent) {
    if (!/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    const next = event.key === 'Home' ? 'input' : event.key === 'End' ? 'output' : side === 'input' ? 'output' : 'input';
    onChoose(next);
    document.getElementById(`${id}-${next}-tab`)?.focus();
  }
  return (
    <div role="tablist" aria-label="Input and output" className="tabs lg:hidden" onKeyDown={onKeyDown}>
      {(['input', 'output'] as const).map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={`${id}-${each}-tab`}
          aria-controls={`${id}-${each}`}
          aria-selected={each === side}
          tabIndex={each === side ? 0 : -1}
          className="tap"
          onClick={() => onChoose(each)}
        >
          {labels[each]}
        </button>
      ))}
    </div>
  );
}

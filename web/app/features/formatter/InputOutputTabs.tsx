import { type KeyPress, keysOf } from '../../ui/keys/keys';

export type Side = 'input' | 'output';

const labels: Record<Side, string> = { input: 'Input', output: 'Output' };

/** On narrow screens, shows either the input or the output. */
export function InputOutputTabs({ side, id, onChoose }: { side: Side; id: string; onChoose: (side: Side) => void }) {
  function onKeyDown(event: KeyPress) {
    const keys = keysOf(event);
    if (!/^(Arrow(Left|Right)|Home|End)$/.test(keys)) return;
    event.preventDefault();
    const next = keys === 'Home' ? 'input' : keys === 'End' ? 'output' : side === 'input' ? 'output' : 'input';
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

import { useEffect, useId } from 'react';
import { registerServiceWorker } from '../../ui/browser/service-worker';
import { whenIdle } from '../../ui/browser/when-idle';
import type { KeyPress } from '../../ui/keys/keys';
import { isShortcut } from '../../ui/keys/shortcuts';
import { useShortcutLabels } from '../../ui/keys/useShortcutLabels';
import { lazyPart } from '../../ui/lazy-part';
import { IndentChoice } from './IndentChoice';
import { InputOutputTabs } from './InputOutputTabs';
import { chooseIndent } from './indentation';
import { InputArea } from './input/InputArea';
import { OutputArea, preloadViewer } from './output/OutputArea';
import { StatusLine } from './output/StatusLine';
import { useFormatter } from './useFormatter';

const loadDeferred = () => import('./output/deferred');
const FailureReport = lazyPart(async () => (await loadDeferred()).FailureReport);
const WarningList = lazyPart(async () => (await loadDeferred()).WarningList);

/** The formatter: input, output, status, errors and warnings. */
export function Formatter() {
  const id = useId();
  const formatter = useFormatter(id);
  const { outcome, side, largeInput, empty, notice, request, format, goTo } = formatter;
  useEffect(() => {
    registerServiceWorker('/dev/formatter-offline.js', '/dev/formatter');
    whenIdle()
      .then(preloadViewer)
      .then(loadDeferred)
      .catch(() => {}); // rendering them reports a failure
  }, []);

  function onKeyDown(event: KeyPress) {
    if (!isShortcut(event, 'format')) return;
    event.preventDefault();
    format();
  }

  const keys = useShortcutLabels('format');
  const invalid = empty || outcome.phase === 'invalid';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the shortcut for all controls
    <div
      className="formatter"
      data-open={outcome.phase === 'formatted' || outcome.phase === 'running' || largeInput ? '' : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="formatter-controls">
        <IndentChoice
          indent={formatter.indent}
          onChoose={(chosen) => {
            chooseIndent(chosen);
            if (outcome.phase === 'formatted' || outcome.phase === 'running') format(outcome.input, chosen);
          }}
        />
        {!largeInput && <InputOutputTabs side={side} id={id} onChoose={formatter.setSide} />}
        <button
          ref={formatter.button}
          type="button"
          className="btn btn-primary btn-sm formatter-submit"
          aria-keyshortcuts={keys.aria}
          onClick={() => format()}
        >
          Format
          <span className="text-xs opacity-70 max-lg:hidden" aria-hidden>
            {keys.labels}
          </span>
        </button>
      </div>
      <noscript>
        <p>The formatter runs in your browser and needs JavaScript.</p>
      </noscript>
      <div className="formatter-panes" data-large={largeInput ? '' : undefined}>
        <section id={`${id}-input`} aria-label="Input" className="formatter-pane" data-tab={side === 'input' ? undefined : 'hidden'}>
          <InputArea
            ref={formatter.area}
            largeInput={largeInput}
            invalid={invalid}
            dropping={formatter.dropping}
            onType={formatter.onType}
            onPaste={() => format()}
            onInput={formatter.formatInput}
            onFile={formatter.formatFile}
            onRemove={formatter.removeLargeInput}
          />
          {empty && <FailureReport />}
          {outcome.phase === 'invalid' && (
            <FailureReport
              failure={outcome.failure}
              knownRepair={outcome.repair}
              largeInput={largeInput !== undefined}
              request={request}
              onPosition={goTo}
              size={outcome.input.size}
              onRepair={(repair) => void formatter.applyRepair(repair)}
            />
          )}
        </section>
        <section id={`${id}-output`} aria-label="Output" className="formatter-pane" data-tab={side === 'output' ? undefined : 'hidden'}>
          <OutputArea
            outcome={outcome}
            request={request}
            reveal={formatter.reveal}
            onReveal={formatter.setReveal}
            onNotice={formatter.setNotice}
          />
        </section>
      </div>
      <StatusLine outcome={outcome} notice={notice} onUndo={formatter.undo} onCancel={formatter.cancel} />
      {outcome.phase === 'formatted' && outcome.check && <WarningList check={outcome.check} onPosition={goTo} />}
    </div>
  );
}

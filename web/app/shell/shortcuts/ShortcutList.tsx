import { useEffect, useRef } from 'react';
import { Dialog } from '../../ui/Dialog';
import { Checkbox } from '../../ui/fields/Field';
import { enableShortcuts, shortcutsEnabled, useShortcuts } from './shortcuts';

/** Dialog that lists the shortcuts of the screen, and turns them off. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const shortcuts = [...useShortcuts(), { keys: '⌘ K', description: 'Go to a screen' }, { keys: '⌘ ↵', description: 'Send the form' }];
  return (
    <Dialog ref={dialog} title="Keyboard shortcuts" closeButton onClose={onClose}>
      <dl className="list">
        {shortcuts.map(({ keys, description }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{description}</dt>
            <dd className="flex gap-1">
              {keys.split(' ').map((key) => (
                <kbd key={key} className="kbd">
                  {key.replace('⌘', commandKey())}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <Checkbox
          name="shortcuts"
          label="Use shortcuts of one key"
          checked={shortcutsEnabled()}
          onChange={({ currentTarget }) => enableShortcuts(currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

const commandKey = () => (/Mac|iP/.test(navigator.platform) ? '⌘' : 'Ctrl');

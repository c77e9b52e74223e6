import { useEffect, useRef } from 'react';
import { Dialog } from '../../ui/Dialog';
import { Checkbox } from '../../ui/fields/Field';
import { enableShortcuts, useShortcutsEnabled } from '../../ui/keys/enabled';
import { type Shortcut, type ShortcutId, shortcuts } from '../../ui/keys/shortcuts';
import { useShortcuts } from '../../ui/registered-shortcuts';
import { ShortcutKeys } from './ShortcutKeys';

/** The shortcuts of a place that exist on every screen that has it. */
const idsOf = (place: Shortcut['place']) =>
  Object.entries<Shortcut>(shortcuts).flatMap(([id, shortcut]) => (shortcut.place === place ? [id as ShortcutId] : []));

/** Dialog that lists the shortcuts of the screen, and turns them off. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const ofScreen = new Set(useShortcuts().map(({ id }) => id));
  return (
    <Dialog ref={dialog} title="Keyboard shortcuts" closeButton onClose={onClose}>
      <List ids={[...ofScreen]} />
      <h3 className="mt-4 font-medium text-muted text-sm">While you write</h3>
      <List ids={idsOf('writing')} />
      <h3 className="mt-4 font-medium text-muted text-sm">JSON formatter</h3>
      <List ids={idsOf('formatter')} />
      <div className="mt-4">
        <Checkbox
          name="shortcuts"
          label="Single-key shortcuts"
          checked={useShortcutsEnabled()}
          onChange={({ currentTarget }) => enableShortcuts(currentTarget.checked)}
        />
      </div>
    </Dialog>
  );
}

const List = ({ ids }: { ids: ShortcutId[] }) => (
  <dl className="list">
    {ids.map((id) => (
      <div key={id} className="flex items-center justify-between gap-4 py-1.5">
        <dt>{shortcuts[id].description}</dt>
        <dd className="flex gap-1">
          <ShortcutKeys id={id} />
        </dd>
      </div>
    ))}
  </dl>
);

import { labelsOf, type ShortcutId } from '../../ui/keys/shortcuts';

/** The keys of a shortcut. */
export const ShortcutKeys = ({ id }: { id: ShortcutId }) =>
  labelsOf(id).map((label) => (
    <kbd key={label} className="kbd">
      {label}
    </kbd>
  ));

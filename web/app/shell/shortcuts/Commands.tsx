import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDestinations } from '../navigation/destinations';
import { useShortcut, useShortcutKeys } from './shortcuts';

const Palette = lazy(async () => ({ default: (await import('./Palette')).Palette }));
const ShortcutList = lazy(async () => ({ default: (await import('./ShortcutList')).ShortcutList }));

/** Event that opens the list of shortcuts; the account menu fires it. */
export const listShortcuts = 'list-shortcuts';

/** The shortcuts of every screen, their list, and the command palette. The code of a dialog loads when it is opened. */
export function Commands({ isMember }: { isMember: boolean }) {
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  const close = useCallback(() => setOpen(undefined), []);
  const destinations = useDestinations(isMember);
  useShortcutKeys();
  useShortcut('?', () => setOpen('shortcuts'), { description: 'Show the shortcuts' });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector(':modal')) return;
      event.preventDefault();
      setOpen('palette');
    };
    const onList = () => setOpen('shortcuts');
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener(listShortcuts, onList);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener(listShortcuts, onList);
    };
  }, []);

  return (
    <Suspense>
      {isMember && <MemberShortcuts />}
      {open === 'palette' && <Palette destinations={destinations} onClose={close} />}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  );
}

function MemberShortcuts() {
  const navigate = useNavigate();
  const goTo = (path: string) => () => void navigate(path);
  useShortcut('n', goTo('/dev/posts#new-post'), { description: 'New post' });
  useShortcut('g p', goTo('/dev/posts'), { description: 'Go to posts' });
  useShortcut('g d', goTo('/dev/profiles'), { description: 'Go to developers' });
  useShortcut('g h', goTo('/dev/dashboard'), { description: 'Go to the dashboard' });
  return null;
}

import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDestinations } from '../navigation/destinations';
import { useShortcut, useShortcutKeys } from './shortcuts';

const load = { palette: () => import('./Palette'), shortcuts: () => import('./ShortcutList') };
const Palette = lazy(async () => ({ default: (await load.palette()).Palette }));
const ShortcutList = lazy(async () => ({ default: (await load.shortcuts()).ShortcutList }));

/** Event that opens the list of shortcuts; the account menu fires it. */
export const listShortcuts = 'list-shortcuts';

/** The shortcuts of every screen, their list, and the command palette. The code of a dialog loads when it is opened. */
export function Commands({ isMember }: { isMember: boolean }) {
  const [open, setOpen] = useState<keyof typeof load>();
  const close = useCallback(() => setOpen(undefined), []);
  // Without a connection the code may be missing, and nothing opens.
  const show = useCallback(
    (dialog: keyof typeof load) =>
      void load[dialog]().then(
        () => setOpen(dialog),
        () => {},
      ),
    [],
  );
  const destinations = useDestinations(isMember);
  useShortcutKeys();
  useShortcut('/', () => document.querySelector<HTMLInputElement>('[data-search]')?.select(), { description: 'Search' });
  useShortcut('?', () => show('shortcuts'), { description: 'Show the shortcuts' });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return; // a text area has made a link
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector(':modal')) return;
      event.preventDefault();
      show('palette');
    };
    const onList = () => show('shortcuts');
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener(listShortcuts, onList);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener(listShortcuts, onList);
    };
  }, [show]);

  return (
    <Suspense>
      {isMember && <MemberShortcuts />}
      {open === 'palette' && <Palette destinations={destinations} isMember={isMember} onClose={close} />}
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

import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { supportOlderBrowsers } from '../../ui/browser/older-browsers';
import { useDestinations } from '../navigation/destinations';
import { useShortcut } from './registered';
import { useShortcutKeys } from './useShortcutKeys';

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
  useShortcut('search', () => document.querySelector<HTMLInputElement>('[data-search]')?.select());
  useShortcut('shortcuts', () => show('shortcuts'));
  useShortcut('palette', () => show('palette'));
  useShortcut('send', sendForm);
  useEffect(supportOlderBrowsers, []); // here because this code loads after the screen

  useEffect(() => {
    const onList = () => show('shortcuts');
    document.addEventListener(listShortcuts, onList);
    return () => document.removeEventListener(listShortcuts, onList);
  }, [show]);

  return (
    <Suspense>
      {isMember && <MemberShortcuts />}
      {open === 'palette' && <Palette destinations={destinations} isMember={isMember} onClose={close} />}
      {open === 'shortcuts' && <ShortcutList onClose={close} />}
    </Suspense>
  );
}

/** Submits the form of the focused control. Returns whether there is one. */
function sendForm(): boolean {
  const { activeElement } = document;
  const form = (activeElement as HTMLInputElement | null)?.form ?? activeElement?.closest('form');
  form?.requestSubmit();
  return !!form;
}

function MemberShortcuts() {
  const navigate = useNavigate();
  const goTo = (path: string) => () => void navigate(path);
  useShortcut('newPost', goTo('/dev/posts#new-post'));
  useShortcut('posts', goTo('/dev/posts'));
  useShortcut('developers', goTo('/dev/profiles'));
  useShortcut('dashboard', goTo('/dev/dashboard'));
  return null;
}

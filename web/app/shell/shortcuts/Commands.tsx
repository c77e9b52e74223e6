import { type ComponentProps, type ComponentType, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { supportOlderBrowsers } from '../../ui/browser/older-browsers';
import { useShortcut } from '../../ui/registered-shortcuts';
import { useDestinations } from '../navigation/destinations';
import type { Palette } from './Palette';
import { holdTyping } from './typing';
import { useShortcutKeys } from './useShortcutKeys';

type CommandDialog = ComponentType<ComponentProps<typeof Palette>>;
const loadPalette = async () => (await import('./Palette')).Palette;
const loadShortcutList = async () => (await import('./ShortcutList')).ShortcutList;

/** Event that opens the list of shortcuts; the account menu fires it. */
export const listShortcuts = 'list-shortcuts';

/** The shortcuts of every screen, their list, and the command palette. The code of a dialog loads when it is opened. */
export function Commands({ isMember }: { isMember: boolean }) {
  const [open, setOpen] = useState<{ Dialog: CommandDialog; key: number; takeTyped: () => string }>();
  // The `close` event of a dialog comes a frame later. If one has been opened again by then, it stays open.
  const close = () => setOpen((current) => (current === open ? undefined : current));
  // Without a connection the code may be missing, and nothing opens.
  const show = useCallback(
    (load: () => Promise<CommandDialog>, takeTyped: () => string = () => '') =>
      void load().then((Dialog) => setOpen((current) => ({ Dialog, key: (current?.key ?? 0) + 1, takeTyped })), takeTyped),
    [],
  );
  const destinations = useDestinations(isMember);
  useShortcutKeys();
  useShortcut('search', () => [...document.querySelectorAll<HTMLInputElement>('[data-search]')].at(-1)?.select());
  useShortcut('shortcuts', () => show(loadShortcutList));
  useShortcut('palette', () => show(loadPalette, holdTyping()));
  useShortcut('send', sendForm);
  useEffect(supportOlderBrowsers, []); // here because this code loads after the screen

  useEffect(() => {
    if (globalThis.takeEarlyPalette?.()) show(loadPalette, holdTyping());
    globalThis.takeEarlyPalette = undefined;
  }, [show]);

  useEffect(() => {
    const onList = () => show(loadShortcutList);
    document.addEventListener(listShortcuts, onList);
    return () => document.removeEventListener(listShortcuts, onList);
  }, [show]);

  return (
    <>
      {isMember && <MemberShortcuts />}
      {open && <open.Dialog key={open.key} takeTyped={open.takeTyped} destinations={destinations} isMember={isMember} onClose={close} />}
    </>
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

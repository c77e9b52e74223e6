import { type ComponentProps, type MouseEvent, type ReactNode, type ToggleEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { type KeyPress, keysOf } from './keys/keys';

interface MenuProps {
  /** Accessible name of the button and the menu. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  className?: string;
  /** Whether the menu begins at the start of the button instead of ending at its end. */
  atStart?: boolean;
  /** MenuItem, MenuLink, `<hr>`. */
  children: ReactNode;
}

/** Button that opens a menu: a native popover, in which arrow keys move the focus. */
export function Menu({ label, trigger, className = 'btn btn-ghost btn-icon', atStart, children }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);

  /** Renders the items before the browser shows them and focuses the first one that this width of the screen shows. */
  function onBeforeToggle({ currentTarget, newState }: ToggleEvent<HTMLElement>) {
    if (newState !== 'open') return;
    flushSync(() => setOpen(true));
    for (const item of currentTarget.querySelectorAll<HTMLElement>('.menu-item')) item.autofocus = true;
  }

  return (
    <>
      <button type="button" className={className} popoverTarget={id} aria-label={label} title={label} aria-haspopup="menu">
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={atStart ? 'menu menu-at-start' : 'menu'}
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        onKeyDown={moveFocus}
        onClick={close}
      >
        {open && children}
      </div>
    </>
  );
}

/** The items that this width of the screen shows. */
const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('.menu-item')].filter((item) => item.checkVisibility());

function moveFocus(event: KeyPress<HTMLElement>): void {
  const { currentTarget } = event;
  const keys = keysOf(event);
  const items = itemsOf(currentTarget);
  const index = items.indexOf(document.activeElement as HTMLElement);
  if (keys === 'Tab' || keys === 'Shift+Tab') currentTarget.hidePopover();
  const next = { ArrowDown: index + 1, ArrowUp: Math.max(index, 0) - 1 + items.length, Home: 0, End: items.length - 1 }[keys];
  const item = next === undefined ? startingWith(items, index, keys) : items[next % items.length];
  if (!item) return;
  event.preventDefault();
  item.focus();
}

/** The next item that starts with the typed letter. */
function startingWith(items: HTMLElement[], index: number, key: string): HTMLElement | undefined {
  if (key.length !== 1 || key === ' ') return;
  return [...items.slice(index + 1), ...items].find((item) => item.textContent?.trim().toLowerCase().startsWith(key));
}

/** Closes the menu after a choice, unless the item keeps it open. */
function close({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  const item = (target as Element).closest('.menu-item');
  if (item && item.getAttribute('role') === 'menuitem') currentTarget.hidePopover();
}

export const MenuItem = ({ children, ...button }: ComponentProps<'button'>) => (
  <button type="button" role="menuitem" tabIndex={-1} {...button} className="menu-item">
    {children}
  </button>
);

export const MenuLink = ({ children, ...link }: ComponentProps<typeof Link>) => (
  <Link role="menuitem" tabIndex={-1} {...link} className="menu-item">
    {children}
  </Link>
);

/** One choice of several, such as the theme. Keeps the menu open. */
export const MenuRadio = ({ checked, children, ...button }: ComponentProps<'button'> & { checked: boolean }) => (
  <button type="button" role="menuitemradio" aria-checked={checked} tabIndex={-1} {...button} className="menu-item">
    {children}
  </button>
);

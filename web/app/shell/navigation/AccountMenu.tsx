import type { Account } from '@dev-connector/contract';
import { Bookmark, Braces, House, Keyboard, LayoutDashboard, LogOut, Monitor, Moon, Settings, Sun, Tags, User } from 'lucide-react';
import { useId } from 'react';
import { createPortal } from 'react-dom';
import { UnreadCount } from '../../features/notifications/UnreadCount';
import { useSignOut } from '../../features/settings/leave-session';
import { setTheme, themeNames, themes, useTheme } from '../../ui/browser/theme';
import { Menu, MenuItem, MenuLink, MenuRadio } from '../../ui/Menu';
import { UserText } from '../../ui/UserText';
import { listShortcuts } from '../shortcuts/Commands';
import { MenuTrigger } from './MenuTrigger';

/** Menu of the member: their screens, the theme, and Logout. Adds the count of unread notifications to their link. */
export function AccountMenu({ account: { _id, name, avatar } }: { account: Account }) {
  const signOut = useSignOut();
  const bell = document.querySelector('.bar-link[href="/dev/notifications"]');
  return (
    <>
      {bell && createPortal(<UnreadCount />, bell)}
      <Menu label="Me, menu" className="bar-link sm:rounded-full sm:p-0" trigger={<MenuTrigger avatar={avatar} />}>
        <p className="truncate px-2 pt-1 pb-1.5 font-medium text-sm">
          <UserText text={name} />
        </p>
        <MenuLink to={`/dev/profile/${_id}`}>
          <User /> My profile
        </MenuLink>
        <MenuLink to="/dev/bookmarks">
          <Bookmark /> My bookmarks
        </MenuLink>
        <MenuLink to="/dev/tags">
          <Tags /> Tags
        </MenuLink>
        <div className="sm:hidden">
          <MenuLink to="/" reloadDocument>
            <House /> Home
          </MenuLink>
          <MenuLink to="/dev/dashboard">
            <LayoutDashboard /> Dashboard
          </MenuLink>
        </div>
        <MenuLink to="/dev/account">
          <Settings /> Account
        </MenuLink>
        <hr />
        <ThemeChoice />
        <hr />
        <MenuLink to="/dev/formatter" reloadDocument>
          <Braces /> JSON formatter
        </MenuLink>
        <div className="pointer-coarse:hidden">
          <MenuItem onClick={() => document.dispatchEvent(new Event(listShortcuts))}>
            <Keyboard /> Keyboard shortcuts
            <kbd className="kbd ml-auto">?</kbd>
          </MenuItem>
        </div>
        <hr />
        <MenuItem onClick={signOut}>
          <LogOut /> Logout
        </MenuItem>
      </Menu>
    </>
  );
}

const themeIcons = { system: <Monitor />, light: <Sun />, dark: <Moon /> };

function ThemeChoice() {
  const label = useId();
  const current = useTheme();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has groups
    <div role="group" aria-labelledby={label}>
      <p id={label} className="px-2 pt-1 text-muted text-sm">
        Theme
      </p>
      {themeNames.map((theme) => (
        <MenuRadio key={theme} checked={theme === current} onClick={() => setTheme(theme)}>
          {themeIcons[theme]} {themes[theme]}
        </MenuRadio>
      ))}
    </div>
  );
}

import type { Account } from '@dev-connector/contract';
import { Bell, Globe, House, LogIn, MessagesSquare, SquarePen, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation, useNavigation } from 'react-router';
import type { Session } from '../../features/accounts/session/session';
import { SearchField } from '../../features/search/SearchField';
import { useSignOut } from '../../features/settings/leave-session';
import { useRegistration, useSite } from '../../features/site/site';
import { Button } from '../../ui/Button';
import { lazyPart } from '../../ui/lazy-part';
import { MenuTrigger } from './MenuTrigger';

/** Loads after the screen. */
const AccountMenu = lazyPart(async () => (await import('./AccountMenu')).AccountMenu, {
  fallback: ({ account }) => <MenuPlaceholder avatar={account.avatar} />,
  missing: ({ account }) => (
    <Link to="/dev/account" className="bar-link sm:p-0" aria-label="Account">
      <MenuTrigger avatar={account.avatar} />
    </Link>
  ),
});

interface Entry {
  to: string;
  label: string;
  /** Shows on phones; for notifications on wide screens, too. */
  icon?: ReactNode;
  /** Where it shows: on wide screens only, on phones only, or on both. */
  only?: 'wide' | 'phone';
}

const developers: Entry = { to: '/dev/profiles', label: 'Developers', icon: <Users /> };
const home: Entry = { to: '/', label: 'Home', icon: <House /> };
const forMembers: Entry[] = [
  { ...home, only: 'wide' },
  { to: '/dev/dashboard', label: 'Dashboard', only: 'wide' },
  developers,
  { to: '/dev/posts', label: 'Posts', icon: <MessagesSquare /> },
  { to: '/dev/posts#new-post', label: 'New post', icon: <SquarePen />, only: 'phone' },
  { to: '/dev/notifications', label: 'Notifications', icon: <Bell /> }, // shell/navigation/AccountMenu.tsx adds the count
];
const explore: Entry = { to: '/dev/explore', label: 'Explore', icon: <Globe /> };
const register: Entry = { to: '/dev/register', label: 'Register', icon: <UserPlus /> };
const forVisitors: Entry[] = [home, explore, developers, register, { to: '/dev/login', label: 'Login', icon: <LogIn /> }];

/**
 * Bar with the brand and the links, 56 px high. On a phone the links are a second bar at the bottom of the screen (components.css). It needs no JavaScript. Links
 * stay hidden while the account loads.
 */
export function NavigationBar({ session: { status, account } }: { session: Session }) {
  const closed = useRegistration() === 'closed';
  const { brand, logo = '/icon.svg' } = useSite();
  const isLoading = useNavigation().state !== 'idle';
  const onSearchPage = useLocation().pathname === '/dev/search'; // which has its own field
  const visitors = closed ? forVisitors.filter((entry) => entry !== register) : forVisitors;
  return (
    <header className="top-bar">
      {/* Appears after 150 ms (components.css), so that a fast screen shows nothing. */}
      {isLoading && <div role="progressbar" aria-label="Loading" className="progress-bar" />}
      <nav aria-label="Main">
        <Link to="/dev" className="tap">
          <span className="brand">
            <img src={logo} alt="" width={24} height={24} />
            <bdi>{brand}</bdi>
          </span>
        </Link>
        {!onSearchPage && <SearchField type={account ? undefined : 'people'} className="bar-search" />}
        {!account && <Links entries={visitors} className="for-visitors" />}
        {(account || status === 'loading') && <MemberLinks account={account} />}
      </nav>
    </header>
  );
}

/** Invisible until the account has loaded, and not displayed without a stored token (components.css). */
const MemberLinks = ({ account }: { account: Account | undefined }) => (
  <div className={account ? 'contents' : 'for-members contents'}>
    <Links entries={forMembers}>
      <li className="sm:ml-2">{account ? <AccountMenu account={account} /> : <MenuPlaceholder avatar={undefined} />}</li>
    </Links>
    <LogoutButton />
  </div>
);

const Links = ({ entries, className = '', children }: { entries: Entry[]; className?: string; children?: ReactNode }) => (
  <ul className={`bar-links ${className}`}>
    {entries.map(({ to, label, icon, only }) => (
      <li key={to} data-only={only}>
        <NavLink
          to={to}
          end={to === '/'}
          prefetch={to === '/' ? 'none' : 'intent'}
          discover="none"
          reloadDocument={to === '/'}
          viewTransition
          aria-current={only === 'phone' ? 'false' : undefined}
          className="bar-link"
        >
          {icon}
          {label}
        </NavLink>
      </li>
    ))}
    {children}
  </ul>
);

const MenuPlaceholder = ({ avatar = '/icon.svg' }: { avatar: string | undefined }) => (
  <span className="bar-link sm:p-0">
    <MenuTrigger avatar={avatar} />
  </span>
);

/** From 768 px on; elsewhere the menu has it. */
function LogoutButton() {
  const signOut = useSignOut();
  return (
    <Button variant="ghost" size="sm" className="bar-logout" onClick={signOut}>
      Logout
    </Button>
  );
}

import { useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { useSignOut } from '../accounts/auth-queries';
import { useRegistration } from '../accounts/session/registration';
import type { Session } from '../accounts/session/session';
import { useSite } from '../site/site';
import { Menu as MenuIcon } from 'lucide-react';

interface Entry {
  to: string;
  label: string;
}

const forMembers: Entry[] = [
  { to: '/', label: 'Home' },
  { to: '/dev/dashboard', label: 'Dashboard' },
  { to: '/dev/profiles', label: 'Developers' },
  { to: '/dev/posts', label: 'Posts' },
  { to: '/dev/account', label: 'Account' },
];
const register = '/dev/register';
const forVisitors: Entry[] = [
  { to: '/', label: 'Home' },
  { to: '/dev/profiles', label: 'Developers' },
  { to: register, label: 'Register' },
  { to: '/dev/login', label: 'Login' },
];

/** Navigation bar, 56 px high. Below 640 px its links move to a popover menu that needs no JavaScript. Links stay hidden while the account loads. */
export function NavigationBar({ status }: { status: Session['status'] }) {
  const closed = useRegistration() === 'closed';
  const { brand, logo = '/icon.svg' } = useSite();
  return (
    <header className="sticky top-0 z-30 h-14 border-line border-b bg-raised">
      <nav aria-label="Main" className="mx-auto flex h-full max-w-[72rem] items-center gap-2 px-4">
        <Link to="/dev" className="tap mr-auto flex min-w-0 items-center gap-2 font-semibold">
          <img src={logo} alt="" width={24} height={24} className="size-6 shrink-0 object-contain" />
          <bdi className="truncate">{brand}</bdi>
        </Link>
        {status === 'member' ? (
          <Links entries={forMembers} canSignOut />
        ) : (
          <Links entries={closed ? forVisitors.filter(({ to }) => to !== register) : forVisitors} className="for-visitors" />
        )}
      </nav>
    </header>
  );
}

function Links({ entries, canSignOut = false, className = '' }: { entries: Entry[]; canSignOut?: boolean; className?: string }) {
  const menu = useRef<HTMLUListElement>(null);
  const close = () => menu.current?.hidePopover();
  return (
    <div className={className}>
      <button type="button" className="btn btn-ghost btn-icon sm:hidden" popoverTarget="menu" aria-label="Menu">
        <MenuIcon />
      </button>
      <ul ref={menu} id="menu" popover="auto" className="bar-menu">
        {entries.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/'}
              prefetch={to === '/' ? 'none' : 'intent'}
              discover="none"
              reloadDocument={to === '/'}
              className={linkClass}
              onClick={close}
            >
              {label}
            </NavLink>
          </li>
        ))}
        {canSignOut && (
          <li>
            <SignOut onDone={close} />
          </li>
        )}
      </ul>
    </div>
  );
}

const linkClass = ({ isActive }: { isActive: boolean }) =>
  `tap flex items-center rounded-md px-3 py-2 text-sm hover:bg-sunken aria-[current=page]:font-semibold ${isActive ? '' : 'text-muted'}`;

function SignOut({ onDone }: { onDone: () => void }) {
  const signOut = useSignOut();
  const leave = () => {
    onDone();
    signOut();
  };
  return (
    <button type="button" className={`${linkClass({ isActive: false })} w-full cursor-pointer`} onClick={leave}>
      Logout
    </button>
  );
}

import {
  Bell,
  Bookmark,
  Braces,
  BriefcaseBusiness,
  FileText,
  Globe,
  GraduationCap,
  House,
  LayoutDashboard,
  LogIn,
  MessagesSquare,
  Pencil,
  Settings,
  SquarePen,
  Tags,
  UserPlus,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShortcutId } from '../../ui/keys/shortcuts';

interface Screen {
  icon: ReactNode;
  shortcut?: ShortcutId;
}

/** The icons and shortcuts of the screens in the palette, by their addresses. The icons are those of the bars and menus. */
const screens: Record<string, Screen> = {
  '/': { icon: <House /> },
  '/dev/account': { icon: <Settings /> },
  '/dev/add-education': { icon: <GraduationCap /> },
  '/dev/add-experience': { icon: <BriefcaseBusiness /> },
  '/dev/bookmarks': { icon: <Bookmark /> },
  '/dev/dashboard': { icon: <LayoutDashboard />, shortcut: 'dashboard' },
  '/dev/edit-profile': { icon: <Pencil /> },
  '/dev/explore': { icon: <Globe /> },
  '/dev/formatter': { icon: <Braces /> },
  '/dev/login': { icon: <LogIn /> },
  '/dev/notifications': { icon: <Bell /> },
  '/dev/posts': { icon: <MessagesSquare />, shortcut: 'posts' },
  '/dev/posts#new-post': { icon: <SquarePen />, shortcut: 'newPost' },
  '/dev/profiles': { icon: <Users />, shortcut: 'developers' },
  '/dev/register': { icon: <UserPlus /> },
  '/dev/tags': { icon: <Tags /> },
};

/** Returns the icon and the shortcut of a screen. Pages that the footer links have a generic icon. */
export const screenAt = (path: string): Screen => screens[path] ?? { icon: <FileText /> };

import type { SuggestedKind } from '../../features/search/SuggestedMark';
import { useSite } from '../../features/site/site';

/** A screen that the navigation and the command palette lead to. */
export interface Destination {
  to: string;
  label: string;
  /** What it is, unless it is a screen. */
  hint?: string;
  kind?: SuggestedKind;
  /** Of a person. */
  avatar?: string;
  /** The text that the palette continues with, instead of leading anywhere. */
  query?: string;
  /** The server renders it outside this application. */
  isDocument?: boolean;
}

const everyone: Destination[] = [
  { to: '/dev/explore', label: 'Explore' },
  { to: '/dev/profiles', label: 'Developers' },
  { to: '/dev/formatter', label: 'JSON formatter', isDocument: true },
];
const visitors: Destination[] = [
  { to: '/dev/register', label: 'Register' },
  { to: '/dev/login', label: 'Login' },
];
const members: Destination[] = [
  { to: '/dev/posts', label: 'Posts' },
  { to: '/dev/posts#new-post', label: 'New post' },
  { to: '/dev/notifications', label: 'Notifications' },
  { to: '/dev/tags', label: 'Tags' },
  { to: '/dev/bookmarks', label: 'Bookmarks' },
  { to: '/dev/dashboard', label: 'Dashboard' },
  { to: '/dev/edit-profile', label: 'Edit profile' },
  { to: '/dev/add-experience', label: 'Add experience' },
  { to: '/dev/add-education', label: 'Add education' },
  { to: '/dev/account', label: 'Account' },
];

/** Every screen that the viewer may open, with those that the site's footer links. */
export function useDestinations(isMember: boolean): Destination[] {
  const { links } = useSite();
  return [
    ...(isMember ? members : []),
    ...everyone,
    { to: '/', label: 'Home', isDocument: true },
    ...(isMember ? [] : visitors),
    ...links.filter(({ url }) => url.startsWith('/')).map(({ url, label }) => ({ to: url, label, isDocument: true })),
  ];
}

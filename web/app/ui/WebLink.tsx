import type { ReactNode } from 'react';

/** Whether an address that somebody gave leads to a page of the web: http or https, and no name or password in it. The server keeps no others; the page trusts nobody. */
export function isWebAddress(address: string | undefined): address is string {
  const url = address ? URL.parse(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

/** A link that somebody gave us, in a tab of its own. One that does not lead to a page of the web is no link: what it says stands there alone. */
export function WebLink({
  href,
  children,
  ...attributes
}: {
  href: string;
  children: ReactNode;
  className?: string;
  title?: string;
  'aria-label'?: string;
}) {
  if (!isWebAddress(href)) return children;
  return (
    <a {...attributes} href={href} target="_blank" rel="nofollow ugc noopener noreferrer">
      {children}
    </a>
  );
}

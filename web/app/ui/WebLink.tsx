import type { ReactNode } from 'react';

/** Whether a URL uses http or https and has no credentials. The server checks this too; the page does not rely on it. */
export function isWebAddress(address: string | undefined): address is string {
  const url = address ? URL.parse(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
}

/** Link to a URL from a user, opened in a new tab. Renders only its children if the URL is not a web address. */
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

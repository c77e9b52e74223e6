export const siteName = 'Dev Connector Demo';

/** A document's title in this network. */
export const documentTitle = (title: string): string => `${title} · ${siteName}`;

/** A route's `meta` that gives its title. */
export const titled = (title: string) => () => [{ title: documentTitle(title) }];

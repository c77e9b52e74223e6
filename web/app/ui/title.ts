export const siteName = 'Dev Connector Demo';

/** Title of a document with the site's name. */
export const documentTitle = (title: string): string => `${title} · ${siteName}`;

/** Creates a `meta` export that sets the document title. */
export const titleMeta = (title: string) => () => [{ title: documentTitle(title) }];

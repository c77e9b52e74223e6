import { createContext, useContext } from 'react';

/** Names of the site: `title` ends document titles, `brand` is for running text. The root of the application provides them. */
export const SiteNames = createContext({ title: '', brand: '' });

/** Title of the current document: its own, then that of the site. */
export const useDocumentTitle = (title: string): string => `${title} · ${useContext(SiteNames).title}`;

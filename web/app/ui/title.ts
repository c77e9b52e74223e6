import { createContext, useContext } from 'react';

/** Name of the site at the end of document titles. The root of the application provides it. */
export const SiteTitle = createContext('');

/** Title of the current document: its own, then that of the site. */
export const useDocumentTitle = (title: string): string => `${title} · ${useContext(SiteTitle)}`;

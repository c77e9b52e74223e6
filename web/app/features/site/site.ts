import type { RegistrationMode, SiteShell } from '@dev-connector/contract';
import { useRouteLoaderData } from 'react-router';

/** Data of the shell's loader. */
export interface ShellData {
  registration: RegistrationMode;
  sendsMail: boolean;
  fetchesPictures: boolean;
  site: SiteShell;
  origin: string;
}

/** Id of the shell's route. */
export const shellRoute = 'shell/route';

const name = 'Dev Connector';

/** The site in an error before the shell has loaded. */
export const unknownSite: SiteShell = {
  title: name,
  brand: name,
  heading: name,
  tagline: name,
  links: [],
  defaultVisibility: 'members',
  resume: '/',
};

/** Who may sign up on this site. */
export const useRegistration = (): RegistrationMode => useRouteLoaderData<ShellData>(shellRoute)?.registration ?? 'open';

/** The identity of the site. */
export const useSite = (): SiteShell => useRouteLoaderData<ShellData>(shellRoute)?.site ?? unknownSite;

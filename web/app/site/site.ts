import { defaultSite, type RegistrationMode, type SiteShell } from '@dev-connector/contract';
import { useRouteLoaderData } from 'react-router';

/** Data of the shell's loader. */
export interface ShellData {
  registration: RegistrationMode;
  site: SiteShell;
}

/** Id of the shell's route. */
export const shellRoute = 'shell/route';

/** A site without settings, for errors before the shell has loaded. */
export const unnamedSite: SiteShell = { ...defaultSite, links: [], pages: [], resume: '/' };

/** The identity of the site. */
export const useSite = (): SiteShell => useRouteLoaderData<ShellData>(shellRoute)?.site ?? unnamedSite;

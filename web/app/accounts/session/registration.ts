import type { RegistrationMode } from '@dev-connector/contract';
import { useRouteLoaderData } from 'react-router';
import { type ShellData, shellRoute } from '../../site/site';

/** Who may sign up on this site, from the loader of the shell. */
export const useRegistration = (): RegistrationMode => useRouteLoaderData<ShellData>(shellRoute)?.registration ?? 'open';

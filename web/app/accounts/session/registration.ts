import type { RegistrationMode } from '@dev-connector/contract';
import { useRouteLoaderData } from 'react-router';

/** Who may sign up on this site, from the loader of the shell. */
export const useRegistration = (): RegistrationMode =>
  useRouteLoaderData<{ registration: RegistrationMode }>('shell/route')?.registration ?? 'open';

import type { RegistrationMode } from '@dev-connector/contract';
import { useRouteLoaderData } from 'react-router';

/** Who may sign up on this site, as the network's shell was told. */
export const useRegistration = (): RegistrationMode =>
  useRouteLoaderData<{ registration: RegistrationMode }>('routes/network/route')?.registration ?? 'open';

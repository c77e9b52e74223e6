import { useRouteLoaderData } from 'react-router';
import { type ShellData, shellRoute } from './site';

/** Whether the site sends e-mail. */
export const useSendsMail = (): boolean => useRouteLoaderData<ShellData>(shellRoute)?.sendsMail ?? false;

import { useRouteLoaderData } from 'react-router';
import { type ShellData, shellRoute } from './site';

/** Whether the site sends e-mail. */
export const useSendsMail = (): boolean => useRouteLoaderData<ShellData>(shellRoute)?.sendsMail ?? false;

/** Whether the site fetches the pictures of new members from an avatar service. */
export const useFetchesPictures = (): boolean => useRouteLoaderData<ShellData>(shellRoute)?.fetchesPictures ?? false;

import type { Settings } from '../settings.ts';

/** Where a link that a command prints leads: the site as its visitors know it, or else on this machine. */
export const siteAddress = ({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string => publicUrl ?? `http://localhost:${port}`;

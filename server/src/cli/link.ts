import type { Settings } from '../platform/settings.ts';

/** Returns the base of printed links: PUBLIC_URL, or the local address if it is not set. */
export const siteAddress = ({ publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>): string => publicUrl ?? `http://localhost:${port}`;

import type { Profile } from '@dev-connector/contract';

/** Returns the status and company of a developer, such as 'Manager at Acme'. */
export const positionOf = ({ status, company }: Profile): string => (company ? `${status} at ${company}` : status);

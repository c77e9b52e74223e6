import type { Profile } from '@dev-connector/contract';

/** What a developer is, and where: 'Manager at Acme'. */
export const positionOf = ({ status, company }: Profile): string => (company ? `${status} at ${company}` : status);

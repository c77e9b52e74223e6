/** Who may sign up: anybody, whoever has an invitation link, nobody. */
export type RegistrationMode = 'open' | 'invited' | 'closed';

/** What a site says that does not let just anybody sign up. */
export const shut = {
  closed: 'This site takes no new members',
  invited: 'To sign up here you need an invitation link from whoever runs the site',
} as const satisfies Partial<Record<RegistrationMode, string>>;

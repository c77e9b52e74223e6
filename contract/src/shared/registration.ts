/** Who may sign up: everyone, only visitors with an invitation link, or no one. */
export type RegistrationMode = 'open' | 'invited' | 'closed';

/** Messages for visitors who may not sign up. */
export const registrationMessages = {
  closed: 'This site does not accept new members',
  invited: 'You need an invitation link from an admin to sign up',
} as const satisfies Partial<Record<RegistrationMode, string>>;

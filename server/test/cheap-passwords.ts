import type { PasswordCost } from '../src/features/accounts/passwords/password.ts';

/** The lowest cost of argon2. */
export const cheapPasswords: PasswordCost = { memory: 8, passes: 1 };

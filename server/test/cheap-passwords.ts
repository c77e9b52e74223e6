/** The lowest cost of argon2. */
export const cheapPasswords = { memory: 8, passes: 1 };

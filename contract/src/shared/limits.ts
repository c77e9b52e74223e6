export * as limits from './limit-values.ts';

/** Minutes after a sign-in or a password confirmation during which a session may use endpoints marked `sudo`. */
export const sudoMinutes = 15;
/** Days after which the site forgets the idempotency key of a post or comment. */
export const idempotencyDays = 7;
/** Seconds in which the body of an upload must arrive. */
export const uploadSeconds = 60;
/** Idle timeout of a session in days. */
export const sessionDays = 30;
/** Maximum lifetime of a session in days. */
export const sessionDaysInAll = 365;

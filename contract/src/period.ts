import { boolean, calendarDate, optional } from './schema.ts';

/**
 * The dates of an experience or education entry in a request. Rules beyond those of each field (server/src/profiles/period.ts):
 * - `from` must not be after today in the time zone that is furthest ahead: `fromInFuture`, "From date must not be in the future";
 * - `to` must not be before `from`: `toBeforeFrom`, "To date must not be before the from date";
 * - `current: true` discards `to` without validating its order.
 */
export const period = {
  from: calendarDate({ title: 'From date', required: 'From date is required' }),
  to: optional(calendarDate({ title: 'To date' })),
  current: optional(boolean({ title: 'Current', description: 'true discards `to`.' })),
};

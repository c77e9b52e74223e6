import { boolean, calendarDate, optional } from './schema.ts';

/**
 * The days of a work or study, as one sends them. Beyond each field's own rule (server/src/profiles/period.ts):
 * - `from` is today at the latest, today in whichever time zone is ahead: `fromInFuture`, "From date must not be in the future";
 * - `to` is not before `from`: `toBeforeFrom`, "To date must not be before the from date";
 * - with `current: true` there is no `to`: what was sent is dropped, and not compared.
 */
export const period = {
  from: calendarDate({ title: 'From date', required: 'From date is required' }),
  to: optional(calendarDate({ title: 'To date' })),
  current: optional(boolean({ title: 'Current', description: 'true drops `to`.' })),
};

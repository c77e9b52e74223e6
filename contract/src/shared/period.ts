import { boolean, calendarDate, optional, string } from './schema.ts';

/** How much of a date is known. */
export const precisions = ['day', 'month', 'year'] as const;
export type Precision = (typeof precisions)[number];

/** The precision of a date in a response. */
export const precision = () => string({ enum: [...precisions], description: 'How much of the date is known. Absent: `day`.' });

const precisionInput = (title: string) =>
  optional(
    string({
      title,
      enum: [...precisions],
      'x-empty': 'day',
      description: 'How much of the date is known. Default: `day`.',
    }),
  );

/** Message of a missing `from`. */
export const missingFrom = 'From date is required';

/**
 * The dates of an experience or education entry in a request. Rules beyond those of each field (server/src/features/profiles/period.ts):
 * - with precision `month` or `year`, `from` becomes the first day of that time, and `to` the last;
 * - `from` must not be after today in the time zone that is furthest ahead: `fromInFuture`, "From date must not be in the future";
 * - `to` must not be before `from`: `toBeforeFrom`, "To date must not be before the from date";
 * - `current: true` discards `to` without validating its order.
 */
export const period = {
  from: calendarDate({ title: 'From date', required: missingFrom }),
  fromPrecision: precisionInput('From precision'),
  to: optional(calendarDate({ title: 'To date' })),
  toPrecision: precisionInput('To precision'),
  current: optional(boolean({ title: 'Current', description: 'true discards `to`.' })),
};

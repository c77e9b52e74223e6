import { digestHour } from '@dev-connector/contract';

/* When digests are sent: at `digestHour` in the member's time zone, weekly ones on Mondays. */

const plainTime = { hour: digestHour };

/** Whether a name is one of a time zone. Refuses offsets, which know no summer time. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId !== '';
  } catch {
    return false;
  }
}

/** A stored time zone, or UTC if this process does not know it: another version of Node.js may have stored it. */
const knownZone = (timeZone: string): string => (isTimeZone(timeZone) ? timeZone : 'UTC');

/** Returns the name of a time zone in its usual case: `Europe/Berlin` for `europe/berlin`. */
export const toTimeZone = (name: string): string => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;

/** Returns the date in a time zone, `YYYY-MM-DD`. */
export const dateIn = (timeZone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(knownZone(timeZone)).toPlainDate().toString();

/** Returns when the next digest after `now` is due. `last` is the member's date of the last one: each date has one at most. */
export function nextDigest(frequency: 'daily' | 'weekly', timeZone: string, now: number, last: string | null): number {
  for (let date = Temporal.PlainDate.from(dateIn(timeZone, now)); ; date = date.add({ days: 1 })) {
    if ((frequency === 'weekly' && date.dayOfWeek !== 1) || (last !== null && date.toString() <= last)) continue;
    const { epochMilliseconds } = date.toZonedDateTime({ timeZone: knownZone(timeZone), plainTime });
    if (epochMilliseconds > now) return epochMilliseconds;
  }
}

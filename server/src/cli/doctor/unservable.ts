import { firstId, type Reader } from '../../platform/db/db.ts';
import { eachRow } from '../../platform/db/each-row.ts';
import { counted } from '../figures.ts';

/** The range of a JavaScript date in milliseconds (ECMA-262, section 21.4.1.1). */
const maxInstant = 8_640_000_000_000_000;
/** Rows per read. */
const batch = 1000;

/** Finds rows that the site cannot serve: lists of skills and dates that are not what the site stores. Returns a sentence for each kind. */
export async function unservableRows(db: Reader): Promise<string[]> {
  const dates = await db.all<{ name: string; wrong: number }>`
    select name, count(*) as wrong from (
      select 'account' as name, created_at from users union all select 'session', created_at from sessions
      union all select 'session', used_at from sessions union all select 'profile', created_at from profiles
      union all select 'post', created_at from posts union all select 'comment', created_at from comments
      union all select 'like', created_at from likes
    ) dated where not (created_at between cast(${-maxInstant} as bigint) and cast(${maxInstant} as bigint)) group by name order by name`;
  const skills = await count<{ id: string; skills: string }>(
    (after) => db.all`select id, skills from profiles where id > ${after} order by id limit cast(${batch} as integer)`,
    (profile) => !isList(profile.skills),
  );
  const jobs = await count<Period>(
    (after) => db.all`select id, from_date, to_date from experiences where id > ${after} order by id limit cast(${batch} as integer)`,
    hasWrongDay,
  );
  const schools = await count<Period>(
    (after) => db.all`select id, from_date, to_date from educations where id > ${after} order by id limit cast(${batch} as integer)`,
    hasWrongDay,
  );
  return [
    ...dates.map(({ name, wrong }) => ({ wrong: Number(wrong), noun: name, what: 'a date' })),
    { wrong: skills, noun: 'profile', what: 'a list of skills' },
    { wrong: jobs, noun: 'experience', what: 'a day' },
    { wrong: schools, noun: 'education', what: 'a day' },
  ]
    .filter(({ wrong }) => wrong > 0)
    .map(({ wrong, noun, what }) => `${counted(wrong, noun)} with ${what} that the site cannot show. Restore a backup, or report this.`);
}

interface Period {
  id: string;
  from_date: string;
  to_date: string | null;
}

/** Counts the rows for which `isWrong` returns true. */
async function count<Row extends { id: string }>(read: (after: string) => Promise<Row[]>, isWrong: (row: Row) => boolean): Promise<number> {
  let wrong = 0;
  for await (const row of eachRow<Row>(batch, (last) => read(last?.id ?? firstId))) if (isWrong(row)) wrong++;
  return wrong;
}

export function isList(json: string): boolean {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((skill) => typeof skill === 'string');
  } catch {
    return false;
  }
}

const hasWrongDay = ({ from_date, to_date }: Period) => !isDay(from_date) || (to_date !== null && !isDay(to_date));

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

import { type Education, type EducationInput, type Experience, type ExperienceInput, limits } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { newId } from '../../platform/id.ts';
import type { Precision } from './partial-date.ts';
import type { PeriodColumns } from './period.ts';
import type { EntryKey, Sized } from './profile-size.ts';

/* The experience and education entries of profiles. Two tables hold them, with the same columns except for the names of three texts. */

export type EntryKind = 'experience' | 'education';
export interface Inputs {
  experience: ExperienceInput;
  education: EducationInput;
}
export interface Entries {
  experience: Experience;
  education: Education;
}

/** A row of either table. The texts are title, company and location, or school, degree and field of study. */
interface EntryRow {
  kind: EntryKind;
  id: string;
  user_id: string;
  text1: string;
  text2: string;
  text3: string | null;
  from_date: string;
  from_precision: Precision;
  to_date: string | null;
  to_precision: Precision;
  is_current: number;
  description: string | null;
  /** Length of the entry's texts in UTF-8 bytes. */
  size: number;
}

/** The values of an entry's columns. */
type Columns<Input> = Omit<Input, keyof PeriodColumns> & PeriodColumns;

/** The errors of one table, and the SQL that differs. */
interface Table<Input> {
  full: 'experienceFull' | 'educationFull';
  notFound: 'experienceNotFound' | 'educationNotFound';
  name: Sql;
  /** The columns of `EntryRow` that differ. */
  texts: Sql;
  insert(tx: Transaction, userId: string, entry: Columns<Input>): Promise<number>;
  replace(tx: Transaction, userId: string, id: string, entry: Columns<Input>): Promise<number>;
}

const experiences: Table<ExperienceInput> = {
  full: 'experienceFull',
  notFound: 'experienceNotFound',
  name: sql`experiences`,
  texts: sql`'experience' as kind, title as text1, company as text2, location as text3`,
  insert: (tx, userId, { title, company, location, from, fromPrecision, to, toPrecision, current, description }) => tx.run`
    insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description, from_precision, to_precision)
    values (${newId()}, ${userId}, ${title}, ${company}, ${location || null}, ${from}, ${to}, ${current}, ${description || null},
      ${fromPrecision}, ${toPrecision})`,
  replace: (tx, userId, id, { title, company, location, from, fromPrecision, to, toPrecision, current, description }) => tx.run`
    update experiences set title = ${title}, company = ${company}, location = ${location || null}, from_date = ${from}, to_date = ${to},
      is_current = ${current}, description = ${description || null}, from_precision = ${fromPrecision}, to_precision = ${toPrecision}
    where id = ${id} and user_id = ${userId}`,
};

const educations: Table<EducationInput> = {
  full: 'educationFull',
  notFound: 'educationNotFound',
  name: sql`educations`,
  texts: sql`'education' as kind, school as text1, degree as text2, fieldofstudy as text3`,
  insert: (tx, userId, { school, degree, fieldofstudy, from, fromPrecision, to, toPrecision, current, description }) => tx.run`
    insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description, from_precision, to_precision)
    values (${newId()}, ${userId}, ${school}, ${degree}, ${fieldofstudy || null}, ${from}, ${to}, ${current}, ${description || null},
      ${fromPrecision}, ${toPrecision})`,
  replace: (tx, userId, id, { school, degree, fieldofstudy, from, fromPrecision, to, toPrecision, current, description }) => tx.run`
    update educations set school = ${school}, degree = ${degree}, fieldofstudy = ${fieldofstudy || null}, from_date = ${from}, to_date = ${to},
      is_current = ${current}, description = ${description || null}, from_precision = ${fromPrecision}, to_precision = ${toPrecision}
    where id = ${id} and user_id = ${userId}`,
};

/** The table of each kind. */
export const tables: { [K in EntryKind]: Table<Inputs[K]> } = { experience: experiences, education: educations };

/** The entries of a profile, newest `from` first. */
export type SizedEntries = { [K in EntryKind]: Array<Sized<Entries[K]>> };

/**
 * Reads the entries of these profiles by user id, at most `limits.profileBytes` of text per profile and kind. `descriptions` includes the entries'
 * descriptions.
 */
export async function listEntries(reader: Reader, profileIds: string[], descriptions: boolean): Promise<Map<string, SizedEntries>> {
  const described = descriptions ? 1 : 0;
  const rows = await reader.all<EntryRow>`
    select kind, id, user_id, text1, text2, text3, from_date, from_precision, to_date, to_precision, is_current, size,
      case when ${described} = 0 then null
        when kind = 'experience' then (select description from experiences where id = summed.id)
        else (select description from educations where id = summed.id) end as description
    from (
      select measured.*, sum(size) over (partition by kind, user_id order by from_date desc, id desc) as bytes
      from (
        select 'experience' as kind, e.id, e.user_id, e.title as text1, e.company as text2, e.location as text3, e.from_date, e.from_precision,
          e.to_date, e.to_precision, e.is_current,
          octet_length(e.title) + octet_length(e.company) + coalesce(octet_length(e.location), 0)
            + case when ${described} = 1 then coalesce(octet_length(e.description), 0) else 0 end as size
        from profiles p join experiences e on e.user_id = p.user_id where p.id = any(${profileIds})
        union all
        select 'education', e.id, e.user_id, e.school, e.degree, e.fieldofstudy, e.from_date, e.from_precision, e.to_date, e.to_precision, e.is_current,
          octet_length(e.school) + octet_length(e.degree) + coalesce(octet_length(e.fieldofstudy), 0)
            + case when ${described} = 1 then coalesce(octet_length(e.description), 0) else 0 end
        from profiles p join educations e on e.user_id = p.user_id where p.id = any(${profileIds})
      ) measured
    ) summed where bytes <= ${limits.profileBytes} order by from_date desc, id desc`;
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map(
    Array.from(byUser, ([userId, own]) => [userId, { experience: ofKind('experience', own), education: ofKind('education', own) }]),
  );
}

const ofKind = <K extends EntryKind>(kind: K, rows: EntryRow[]): SizedEntries[K] =>
  rows.filter((row) => row.kind === kind).map((row) => ({ entry: toEntry(row) as Entries[K], size: row.size })) as SizedEntries[K];

/** Inserts an entry. Call it inside `changeProfile`, which checks the size of the profile. */
export const insertEntry = <K extends EntryKind>(
  tx: Transaction,
  kind: K,
  userId: string,
  entry: Parameters<Table<Inputs[K]>['insert']>[2],
) => tables[kind].insert(tx, userId, entry);

/** Reads up to `count` of the member's entries after this key, newest `from` first. An export reads all entries this way, without a size limit. */
export async function exportEntries<K extends EntryKind>(
  reader: Reader,
  kind: K,
  userId: string,
  after: EntryKey,
  count: number,
): Promise<Array<Entries[K]>> {
  const { name, texts } = tables[kind];
  const rows = await reader.all<EntryRow>`
    select id, user_id, ${texts}, from_date, from_precision, to_date, to_precision, is_current, description
    from ${name} where user_id = ${userId} and (from_date, id) < (${after.from}, ${after._id})
    order by from_date desc, id desc limit cast(${count} as integer)`;
  return rows.map((row) => toEntry(row) as Entries[K]);
}

function toEntry({ kind, id, text1, text2, text3, ...row }: EntryRow): Experience | Education {
  const rest = {
    from: row.from_date,
    fromPrecision: row.from_precision ?? undefined,
    to: row.to_date ?? undefined,
    toPrecision: row.to_precision ?? undefined,
    current: row.is_current === 1,
    description: row.description ?? undefined,
  };
  return kind === 'experience'
    ? { _id: id, title: text1, company: text2, location: text3 ?? undefined, ...rest }
    : { _id: id, school: text1, degree: text2, fieldofstudy: text3 ?? undefined, ...rest };
}

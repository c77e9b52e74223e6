import { type Education, type Experience, errors, limits, type ResumePreview } from '@dev-connector/contract';
import { visible } from '../../http/fields.ts';
import { datesOf, type KnownDates } from '../export.ts';
import { firstDay, lastDay, precisionOf, sameTime } from '../partial-date.ts';
import type { FoundResume } from './reading.ts';
import { judgeEntry } from './rules.ts';

export type TakenExperience = ResumePreview['experience']['added'][number];
export type TakenEducation = ResumePreview['education']['added'][number];
type Note = ResumePreview['unfit'][number];

/** What a résumé adds to a list of entries, what of it is there already, and what does not fit. */
interface EntryPlan<Taken> {
  added: Taken[];
  held: Array<Taken & { differs: string[] }>;
  unfit: Note[];
}

export function planExperience(held: Experience[], known: KnownDates, work: FoundResume['work'] = []): EntryPlan<TakenExperience> {
  const names = { title: 'position', company: 'name', location: 'location', from: 'startDate', to: 'endDate', description: 'summary' };
  const found = work.map((entry, index) => {
    const { name, company, position, location, description, summary, highlights = [] } = entry ?? {};
    return {
      place: `work[${index}]`,
      title: position ?? '',
      company: name || company || '',
      location,
      ...periodOf(entry ?? {}),
      description: paragraphs([description, summary, bullets(highlights)]),
    };
  });
  return plan('experience', found, names, held, known, ({ company, title }) => [company, title]);
}

export function planEducation(held: Education[], known: KnownDates, education: FoundResume['education'] = []): EntryPlan<TakenEducation> {
  const names = {
    school: 'institution',
    degree: 'studyType',
    fieldofstudy: 'area',
    from: 'startDate',
    to: 'endDate',
    description: 'x-description',
  };
  const found = education.map((entry, index) => {
    const { institution, studyType, area, score, courses = [], 'x-description': description } = entry ?? {};
    return {
      place: `education[${index}]`,
      school: institution ?? '',
      degree: studyType ?? '',
      fieldofstudy: area,
      ...periodOf(entry ?? {}),
      description: paragraphs([description, score && `Score: ${score}`, bullets(courses)]),
    };
  });
  return plan('education', found, names, held, known, ({ school, degree }) => [school, degree]);
}

interface Dated {
  startDate?: string | undefined;
  endDate?: string | undefined;
  'x-current'?: boolean | undefined;
}

/** The days that stand for the dates of an entry; what has no end goes on, unless one of our own files says otherwise. */
function periodOf({ startDate = '', endDate, 'x-current': current = true }: Dated) {
  return {
    startDate,
    endDate,
    from: startDate && firstDay(startDate),
    to: endDate && lastDay(endDate),
    current: endDate === undefined && current,
  };
}

const bullets = (lines: Array<string | null>) =>
  lines
    .filter((line) => line?.trim())
    .map((line) => `- ${line?.trim()}`)
    .join('\n');
const paragraphs = (parts: Array<string | undefined>) => parts.filter((part) => part?.trim()).join('\n\n') || undefined;

interface Taken extends Omit<Dated, 'x-current'> {
  place: string;
  startDate: string;
  from: string;
  to?: string | undefined;
  current: boolean;
  location?: string | undefined;
  fieldofstudy?: string | undefined;
  description?: string | undefined;
}

interface Held extends Omit<Taken, 'place' | 'startDate'> {
  _id: string;
}

const full = { experience: errors.experienceFull.msg, education: errors.educationFull.msg };

function plan<Entry extends Taken, Kept extends Held>(
  kind: 'experience' | 'education',
  found: Entry[],
  names: Record<string, string>,
  held: Kept[],
  known: KnownDates,
  named: (entry: Entry | Kept) => string[],
): EntryPlan<Entry> {
  const result: EntryPlan<Entry> = { added: [], held: [], unfit: [] };
  const keyOf = (entry: Entry | Kept) => JSON.stringify(named(entry).map(folded));
  const heldByKey = Map.groupBy(held, keyOf);
  for (const entry of found) {
    const { place, startDate, endDate, ...rest } = entry;
    const judged = judgeEntry(kind, rest);
    if ('wrong' in judged) {
      result.unfit.push(...judged.wrong.map(({ field = '', msg }) => ({ place: `${place}.${names[field] ?? field}`, msg })));
      continue;
    }
    const taken = { place, ...judged.kept, startDate, ...(endDate !== undefined && { endDate }) } as unknown as Entry;
    const same = heldByKey.get(keyOf(taken))?.find((one) => sameTime(startDate, datesOf(one, known.get(one._id)).startDate));
    if (same) result.held.push({ ...taken, differs: differences(taken, same, known.get(same._id), names) });
    else if (held.length + result.added.length >= limits.entries) result.unfit.push({ place, msg: full[kind] });
    else result.added.push(taken);
  }
  return result;
}

/** What two must have in common to be one: compared without case, Unicode form, and what cannot be seen. */
const folded = (text: string) => visible(text).trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase();

/** Where the file says otherwise; dates are the same as far as both are known. */
function differences(taken: Taken, held: Held, known: Parameters<typeof datesOf>[1], names: Record<string, string>): string[] {
  const { endDate }: Dated = datesOf(held, known);
  const endsAlike =
    taken.endDate === undefined || endDate === undefined
      ? taken.endDate === endDate && taken.current === held.current
      : sameTime(taken.endDate, endDate);
  const texts = (['location', 'fieldofstudy', 'description'] as const).filter((name) => (taken[name] || undefined) !== held[name]);
  return [...(endsAlike ? [] : ['to']), ...texts].map((name) => names[name] ?? name);
}

/** How the tables keep a date: null where all of its day is known. */
export const precisionsOf = ({ startDate, endDate }: Dated) => ({
  from: precisionOf(startDate ?? ''),
  to: endDate === undefined ? null : precisionOf(endDate),
});

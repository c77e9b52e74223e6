import { type Education, type Experience, errors, limits, type Resume, type ResumePreview } from '@dev-connector/contract';
import { accentKey } from '../../../platform/text/comparison-keys.ts';
import { datesAgree, firstDay, lastDay, precisionOf } from '../../profiles/partial-date.ts';
import { datesOf } from '../export.ts';
import { checkEntry } from './rules.ts';

export type ImportedExperience = ResumePreview['experience']['added'][number];
export type ImportedEducation = ResumePreview['education']['added'][number];
type Note = ResumePreview['invalid'][number];

/** The changes to a list of entries: new ones, ones that the profile has already, and problems of invalid ones. */
interface EntryPlan<Entry> {
  added: Entry[];
  existing: Array<Entry & { differs: string[] }>;
  invalid: Note[];
  /** Places of the values that are in `added` or `existing`. */
  used: string[];
}

export function planExperience(existing: Experience[], work: Resume['work'] = []): EntryPlan<ImportedExperience> {
  const names = { title: 'position', company: 'name', location: 'location', from: 'startDate', to: 'endDate', description: 'summary' };
  const found = work.map((entry, index) => {
    const { name, position, location, description, summary, highlights = [] } = entry ?? {};
    return {
      place: `work[${index}]`,
      title: position ?? '',
      company: name ?? '',
      location,
      ...periodOf(entry ?? {}),
      description: paragraphs([description, summary, bullets(highlights)]),
    };
  });
  return plan(
    'experience',
    found,
    [...Object.values(names), 'x-current', 'description', 'highlights'],
    names,
    existing,
    ({ company, title }) => [company, title],
  );
}

export function planEducation(existing: Education[], education: Resume['education'] = []): EntryPlan<ImportedEducation> {
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
  return plan('education', found, [...Object.values(names), 'x-current', 'score', 'courses'], names, existing, ({ school, degree }) => [
    school,
    degree,
  ]);
}

interface Dated {
  startDate?: string | undefined;
  endDate?: string | undefined;
  'x-current'?: boolean | undefined;
}

/** Converts an entry's dates to full dates. An entry without an end date is current unless `x-current`, which our exports set, is false. */
function periodOf({ 'x-current': current = true, ...dates }: Dated) {
  const { startDate = '', endDate } = dates;
  return {
    startDate,
    endDate,
    from: startDate && firstDay(startDate),
    fromPrecision: precisionOf(startDate) ?? undefined,
    to: endDate && lastDay(endDate),
    toPrecision: (endDate && precisionOf(endDate)) || undefined,
    current: endDate === undefined && current,
  };
}

const bullets = (lines: Array<string | null>) =>
  lines
    .filter((line) => line?.trim())
    .map((line) => `- ${line?.trim()}`)
    .join('\n');
const paragraphs = (parts: Array<string | undefined>) => parts.filter((part) => part?.trim()).join('\n\n') || undefined;

interface ImportedEntry extends Omit<Dated, 'x-current'> {
  place: string;
  startDate: string;
  from: string;
  fromPrecision?: string | undefined;
  to?: string | undefined;
  toPrecision?: string | undefined;
  current: boolean;
  location?: string | undefined;
  fieldofstudy?: string | undefined;
  description?: string | undefined;
}

interface ProfileEntry extends Omit<ImportedEntry, 'place' | 'startDate'> {
  _id: string;
}

const full = { experience: errors.experienceFull.msg, education: errors.educationFull.msg };

function plan<Entry extends ImportedEntry, Existing extends ProfileEntry>(
  kind: 'experience' | 'education',
  found: Entry[],
  fields: string[],
  names: Record<string, string>,
  existing: Existing[],
  nameParts: (entry: Entry | Existing) => string[],
): EntryPlan<Entry> {
  const result: EntryPlan<Entry> = { added: [], existing: [], invalid: [], used: [] };
  const keyOf = (entry: Entry | Existing) => JSON.stringify(nameParts(entry).map(accentKey));
  const existingByKey = Map.groupBy(existing, keyOf);
  for (const entry of found) {
    const { place, startDate, endDate, ...rest } = entry;
    const checked = checkEntry(kind, rest);
    if ('problems' in checked) {
      result.invalid.push(...checked.problems.map(({ field = '', msg }) => ({ place: `${place}.${names[field] ?? field}`, msg })));
      continue;
    }
    const imported = { place, ...checked.value, startDate, ...(endDate !== undefined && { endDate }) } as unknown as Entry;
    const same = existingByKey.get(keyOf(imported))?.find((entry) => datesAgree(startDate, datesOf(entry).startDate));
    result.used.push(...fields.map((field) => `${place}.${field}`));
    if (same) result.existing.push({ ...imported, differs: differences(imported, same, names) });
    else if (existing.length + result.added.length >= limits.entries) result.invalid.push({ place, msg: full[kind] });
    else result.added.push(imported);
  }
  return result;
}

/** Returns the fields that differ between the file and the profile. Dates are compared in the precision that both have. */
function differences(imported: ImportedEntry, existing: ProfileEntry, names: Record<string, string>): string[] {
  const { endDate }: Dated = datesOf(existing);
  const endsAgree =
    imported.endDate === undefined || endDate === undefined
      ? imported.endDate === endDate && imported.current === existing.current
      : datesAgree(imported.endDate, endDate);
  const texts = (['location', 'fieldofstudy', 'description'] as const).filter((name) => (imported[name] || undefined) !== existing[name]);
  return [...(endsAgree ? [] : ['to']), ...texts].map((name) => names[name] ?? name);
}

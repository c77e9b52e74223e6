import {
  limits,
  type Profile,
  type ProfileInput,
  profileInput,
  type ResumeImport,
  type ResumePreview,
  statusPlaceholder,
} from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Reader, Transaction } from '../../../platform/db/db.ts';
import { Failure, type FieldProblem, InvalidFields } from '../../../platform/errors.ts';
import type { Events } from '../../../platform/events/events.ts';
import { splitList } from '../../../platform/http/schemas/comma-list.ts';
import type { Member } from '../../../platform/member.ts';
import { writeAsMember } from '../../accounts/member.ts';
import { insertEntry } from '../../profiles/entries.ts';
import { checkPeriod } from '../../profiles/period.ts';
import { changeProfileIn, writeProfile } from '../../profiles/profile-changes.ts';
import { linksOf, readProfile } from '../../profiles/profiles.ts';
import { type ReadResume, readResumeText } from '../validate.ts';
import { planImport } from './plan.ts';
import { listSeparator } from './rules.ts';

type Choices = Omit<ResumeImport, 'resume'>;

/** Reads the text of a file, which may begin with a byte order mark. Throws InvalidFields with the position of each problem. */
export const readImport = (text: string): Promise<ReadResume> => readResumeText(text.replace(/^\ufeff/, ''), 'import');

/** Imports the selected parts of a résumé in one transaction. Throws `profileChanged` if the plan differs from the one the member has `seen`. */
export async function importResume({ db, events }: Context, member: Member, read: ReadResume, choices: Choices): Promise<Profile> {
  return writeAsMember(db, member, (tx) =>
    changeProfileIn(tx, events, member, async () => {
      const plan = await previewImport(tx, member, read);
      if (choices.previewId !== undefined && choices.previewId !== plan.previewId) throw new Failure('profileChanged');
      await write(tx, events, member, plan, choices);
    }),
  );
}

/** Returns what an import of the résumé would change. */
export async function previewImport(reader: Reader, member: Member, read: ReadResume): Promise<ResumePreview> {
  const existing = await reader.get<{ id: string }>`select id from profiles where user_id = ${member.id}`;
  const profile = existing && (await readProfile(reader, member.id, 'noOwnProfile'));
  return planImport(profile, read);
}

async function write(tx: Transaction, events: Events, member: Member, plan: ResumePreview, choices: Choices): Promise<void> {
  const except = new Set(choices.except);
  const isChosen = ({ place }: { place: string }) => !except.has(place);
  await writeProfile(tx, events, member, await profileOf(tx, member, plan, choices, isChosen));
  // Insert in reverse order: ids increase, and entries with the same start date are listed newest id first.
  for (const entry of plan.experience.added.filter(isChosen).reverse())
    await insertEntry(tx, 'experience', member.id, { ...entry, ...checkPeriod(entry) });
  for (const entry of plan.education.added.filter(isChosen).reverse())
    await insertEntry(tx, 'education', member.id, { ...entry, ...checkPeriod(entry) });
}

/** Returns the profile's new fields. Throws InvalidFields if status or skills are missing. */
async function profileOf(
  tx: Transaction,
  member: Member,
  plan: ResumePreview,
  choices: Choices,
  isChosen: (item: { place: string }) => boolean,
): Promise<ProfileInput> {
  const now = await tx.get<{ status: string; links: string | null }>`select status, links from profiles where user_id = ${member.id}`;
  const { openTo, ...fields }: Record<string, string> = Object.fromEntries(
    plan.fields.filter(isChosen).map(({ field, next }) => [field, next]),
  );
  const links = plan.links.filter(isChosen);
  const chosen = choices.status === statusPlaceholder ? '' : choices.status;
  const status = chosen || fields.status || now?.status || '';
  const added = isChosen({ place: 'skills' }) ? plan.skills.added : [];
  const skills = splitList([...plan.skills.now, ...added, ...splitList(choices.skills ?? [])]);
  const problems: FieldProblem[] = [];
  if (status === '') problems.push({ msg: requiredMessage('status'), code: 'fieldRequired', field: 'status' });
  if (skills.length === 0) problems.push({ msg: requiredMessage('skills'), code: 'fieldRequired', field: 'skills' });
  if (skills.length > limits.skills)
    problems.push({ msg: `Skills must be at most ${limits.skills}`, code: 'fieldTooLong', field: 'skills' });
  if (problems.length > 0) throw new InvalidFields(problems);
  return {
    ...fields,
    ...(openTo !== undefined && { openTo: openTo.split(listSeparator) }),
    ...(links.length > 0 && { links: [...(now ? linksOf(now) : []), ...links] }),
    status,
    skills,
  };
}

/** The form's message for a missing field. */
const requiredMessage = (field: 'status' | 'skills') => (profileInput.properties[field] as { 'x-required'?: string })['x-required'] ?? '';

import {
  limits,
  type Profile,
  type ProfileInput,
  profileInput,
  type ResumeImport,
  type ResumePreview,
  statusPlaceholder,
} from '@dev-connector/contract';
import { type Member, writeAsMember } from '../../accounts/member.ts';
import type { Db, Reader, Transaction } from '../../db/db.ts';
import { Failure, InvalidFields } from '../../errors.ts';
import { newId } from '../../id.ts';
import { changeProfileIn } from '../../profiles/profile-size.ts';
import { readProfile, writeProfile } from '../../profiles/profiles.ts';
import { tidySkills } from '../../profiles/skills.ts';
import { readKnownDates } from '../export.ts';
import { precisionsOf, type TakenEducation, type TakenExperience } from './entries.ts';
import { planImport } from './plan.ts';
import type { ReadResume } from './reading.ts';

type Choices = Omit<ResumeImport, 'resume'>;

/** Imports the selected parts of a résumé in one transaction. Throws `profileChanged` if the plan differs from the one the member has `seen`. */
export async function importResume(db: Db, member: Member, read: ReadResume, choices: Choices): Promise<Profile> {
  return writeAsMember(db, member, async (tx) => {
    // Lock the user's row too: without a profile row, concurrent imports would both start with an empty profile.
    await tx.lock`select id from users where id = ${member.id}`;
    return changeProfileIn(tx, member, async () => {
      const plan = await previewImport(tx, member, read);
      if (choices.seen !== undefined && choices.seen !== plan.seen) throw new Failure('profileChanged');
      await write(tx, member, plan, choices);
    });
  });
}

/** Returns what an import of the résumé would change. */
export async function previewImport(reader: Reader, member: Member, read: ReadResume): Promise<ResumePreview> {
  const held = await reader.get<{ id: string }>`select id from profiles where user_id = ${member.id}`;
  const profile = held && (await readProfile(reader, member.id, 'noOwnProfile'));
  return planImport(profile, await readKnownDates(reader, member.id), read);
}

async function write(tx: Transaction, member: Member, plan: ResumePreview, choices: Choices): Promise<void> {
  const except = new Set(choices.except);
  const isChosen = ({ place }: { place: string }) => !except.has(place);
  await writeProfile(tx, member, await profileOf(tx, member, plan, choices, isChosen));
  // Insert in reverse order: ids increase, and entries with the same start date are listed newest id first.
  for (const entry of plan.experience.added.filter(isChosen).reverse()) await insertExperience(tx, member, entry);
  for (const entry of plan.education.added.filter(isChosen).reverse()) await insertEducation(tx, member, entry);
}

/** Returns the profile's new fields. Throws InvalidFields if status or skills are missing. */
async function profileOf(
  tx: Transaction,
  member: Member,
  plan: ResumePreview,
  choices: Choices,
  isChosen: (item: { place: string }) => boolean,
): Promise<ProfileInput> {
  const now = await tx.get<{ status: string }>`select status from profiles where user_id = ${member.id}`;
  const fields: Record<string, string> = Object.fromEntries(plan.fields.filter(isChosen).map(({ field, next }) => [field, next]));
  const chosen = choices.status === statusPlaceholder ? '' : choices.status;
  const status = chosen || fields.status || now?.status || '';
  const added = isChosen({ place: 'skills' }) ? plan.skills.added : [];
  const skills = tidySkills([...plan.skills.now, ...added, ...tidySkills(choices.skills ?? [])]);
  const problems = [
    ...(status === '' ? [{ msg: requiredMessage('status'), field: 'status' }] : []),
    ...(skills.length === 0 ? [{ msg: requiredMessage('skills'), field: 'skills' }] : []),
    ...(skills.length > limits.skills ? [{ msg: `Skills must be at most ${limits.skills}`, field: 'skills' }] : []),
  ];
  if (problems.length > 0) throw new InvalidFields(problems);
  return { ...fields, status, skills };
}

/** The form's message for a missing field. */
const requiredMessage = (field: 'status' | 'skills') => (profileInput.properties[field] as { 'x-required'?: string })['x-required'] ?? '';

async function insertExperience(tx: Transaction, member: Member, entry: TakenExperience): Promise<void> {
  const { title, company, location, from, to, current, description } = entry;
  const precision = precisionsOf(entry);
  await tx.run`
    insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description, from_precision, to_precision)
    values (${newId()}, ${member.id}, ${title}, ${company}, ${location || null}, ${from}, ${to ?? null}, ${current ? 1 : 0}, ${description || null},
      ${precision.from}, ${precision.to})`;
}

async function insertEducation(tx: Transaction, member: Member, entry: TakenEducation): Promise<void> {
  const { school, degree, fieldofstudy, from, to, current, description } = entry;
  const precision = precisionsOf(entry);
  await tx.run`
    insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description, from_precision, to_precision)
    values (${newId()}, ${member.id}, ${school}, ${degree}, ${fieldofstudy || null}, ${from}, ${to ?? null}, ${current ? 1 : 0}, ${description || null},
      ${precision.from}, ${precision.to})`;
}

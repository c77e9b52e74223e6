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
import { type ReadResume, readText } from './reading.ts';

/** What importing this text would do, or InvalidFields that name what is wrong with it and where. */
export async function previewImport(db: Db, member: Member, text: string): Promise<ResumePreview> {
  return planFor(db, member, await readText(text));
}

/** Imports a résumé: all that the choices leave of its plan, or nothing. `profileChanged` where the plan is not the one that was `seen`. */
export async function importResume(db: Db, member: Member, choices: ResumeImport): Promise<Profile> {
  const read = await readText(choices.resume);
  return writeAsMember(db, member, async (tx) => {
    // Without a profile there is nothing else to lock, and two imports would both start from an empty one.
    await tx.lock`select id from users where id = ${member.id}`;
    return changeProfileIn(tx, member, async () => {
      const plan = await planFor(tx, member, read);
      if (choices.seen !== undefined && choices.seen !== plan.seen) throw new Failure('profileChanged');
      await write(tx, member, plan, choices);
    });
  });
}

async function planFor(reader: Reader, member: Member, read: ReadResume): Promise<ResumePreview> {
  const held = await reader.get<{ id: string }>`select id from profiles where user_id = ${member.id}`;
  const profile = held && (await readProfile(reader, member.id, 'noOwnProfile'));
  return planImport(profile, await readKnownDates(reader, member.id), read);
}

async function write(tx: Transaction, member: Member, plan: ResumePreview, choices: ResumeImport): Promise<void> {
  const except = new Set(choices.except);
  const isChosen = ({ place }: { place: string }) => !except.has(place);
  await writeProfile(tx, member, await profileOf(tx, member, plan, choices, isChosen));
  // The ids grow, and of entries that begin on one day the newest id stands first: so the order of the file is kept.
  for (const entry of plan.experience.added.filter(isChosen).reverse()) await insertExperience(tx, member, entry);
  for (const entry of plan.education.added.filter(isChosen).reverse()) await insertEducation(tx, member, entry);
}

/** The fields of the profile as they are to be; a status and skills there must be. */
async function profileOf(
  tx: Transaction,
  member: Member,
  plan: ResumePreview,
  choices: ResumeImport,
  isChosen: (one: { place: string }) => boolean,
): Promise<ProfileInput> {
  const now = await tx.get<{ status: string }>`select status from profiles where user_id = ${member.id}`;
  const fields: Record<string, string> = Object.fromEntries(plan.fields.filter(isChosen).map(({ field, next }) => [field, next]));
  const given = choices.status === statusPlaceholder ? '' : choices.status;
  const status = given || fields.status || now?.status || '';
  const added = isChosen({ place: 'skills' }) ? plan.skills.added : [];
  const skills = tidySkills([...plan.skills.now, ...added, ...tidySkills(choices.skills ?? [])]);
  const wrong = [
    ...(status === '' ? [{ msg: messageOf('status'), field: 'status' }] : []),
    ...(skills.length === 0 ? [{ msg: messageOf('skills'), field: 'skills' }] : []),
    ...(skills.length > limits.skills ? [{ msg: `Skills must be at most ${limits.skills}`, field: 'skills' }] : []),
  ];
  if (wrong.length > 0) throw new InvalidFields(wrong);
  return { ...fields, status, skills };
}

/** What the profile's form says where the field is missing. */
const messageOf = (field: 'status' | 'skills') => (profileInput.properties[field] as { 'x-required'?: string })['x-required'] ?? '';

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

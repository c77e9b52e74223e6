import { limits, type Profile, type Resume, type ResumePreview } from '@dev-connector/contract';
import { splitList } from '../../../platform/http/schemas/comma-list.ts';
import { hasControl, isLonger } from '../../../platform/http/schemas/fields.ts';
import { byteBudget } from '../../../platform/lists/keyset.ts';
import { sha256 } from '../../../platform/sha256.ts';
import { accentKey } from '../../../platform/text/comparison-keys.ts';
import type { Note } from '../normalize.ts';
import { shorten } from '../shorten.ts';
import type { ReadResume } from '../validate.ts';
import { planEducation, planExperience } from './entries.ts';
import { planFields } from './fields.ts';
import { leftOut } from './leaves.ts';

/** Plans an import: the changes to a member's profile, if any. The preview shows the plan, the import applies it. */
export function planImport(profile: Profile | undefined, read: ReadResume): ResumePreview {
  const { resume, positionOf, placeInFile } = read;
  const basics = planFields(profile, resume);
  const skills = planSkills(profile?.skills ?? [], resume.skills);
  const experience = planExperience(profile?.experience ?? [], resume.work);
  const education = planEducation(profile?.education ?? [], resume.education);
  const missing = [
    ...(profile || basics.fields.some(({ field }) => field === 'status') ? [] : ['status']),
    ...(skills.now.length + skills.added.length > 0 ? [] : ['skills']),
  ];
  const placed = <Item extends { place: string }>(items: Item[]): Item[] =>
    items.map((item) => ({ ...item, place: placeInFile(item.place) }));
  const plan = {
    fields: placed(basics.fields),
    skills: { now: skills.now, added: skills.added },
    links: placed(basics.links),
    experience: { added: experience.added, existing: experience.existing },
    education: { added: education.added, existing: education.existing },
    missing,
  };
  const known = new Set(read.invalid.filter(({ from }) => from === undefined).map(({ place }) => place));
  // The file's own problem with a value is more exact than that of the profile, which has not seen it.
  const isKnown = (place: string) => known.has(place) || known.has(place.replace(/\.[^.]*$/, ''));
  const problems = placed([...basics.invalid, ...skills.invalid, ...experience.invalid, ...education.invalid]).filter(
    ({ place }) => !isKnown(place),
  );
  const invalid = [...read.invalid, ...problems];
  const unchanged = placed([...basics.unchanged, ...skills.unchanged]);
  const unsupported = [...placed([...basics.unsupported, ...skills.unsupported]), ...read.unknown];
  const used = [basics, skills, experience, education].flatMap((part) => part.used).map(placeInFile);
  const notes: Note[] = [...invalid, ...unchanged, ...unsupported];
  const mentioned = new Set([...used, ...notes.filter(({ from }) => from === undefined).map(({ place }) => place)]);
  const ends = new Map(notes.flatMap(({ place, from }) => (from === undefined ? [] : [[place, from] as const])));
  return {
    ...plan,
    invalid: limitNotes(invalid, (note) => withPosition(note, positionOf)),
    unsupported: limitNotes([...unsupported, ...leftOut(read.file, { mentioned, ends, nameOf: read.nameOf })]),
    changed: limitNotes(read.changed),
    unchanged: limitNotes(unchanged),
    previewId: sha256(JSON.stringify(plan)),
  };
}

/** Maximum number of notes of one kind in a preview, and their maximum size in bytes of JSON. */
const maxNotes = 500;
const maxNotesBytes = 100_000;

function limitNotes(notes: Note[], complete = (note: Note) => note): Note[] {
  const fits = byteBudget(maxNotesBytes);
  const shown = notes
    .slice(0, maxNotes)
    .map(complete)
    .map(({ place, msg }) => ({ place: shorten(place, 500), msg: shorten(msg, 500) }))
    .filter((note) => fits(Buffer.byteLength(JSON.stringify(note))));
  const rest = notes.length - shown.length;
  return rest > 0 ? [...shown, { place: 'resume', msg: `… and ${rest} more` }] : shown;
}

function withPosition({ place, msg }: Note, positionOf: ReadResume['positionOf']): Note {
  const position = positionOf(place);
  return { place, msg: position === undefined ? msg : `${msg} (${position})` };
}

/** Maximum number of characters of all skills in a file. */
const maxSkillText = 10 * limits.skillsText;

/** Plans the new skills: each keyword is one, and a name without keywords. */
function planSkills(now: string[], groups: Resume['skills'] = []) {
  const [invalid, unsupported, unchanged]: [Note[], Note[], Note[]] = [[], [], []];
  const used: string[] = [];
  let left = maxSkillText;
  const own = new Set(now.map(accentKey));
  const known = new Set(own);
  const added: string[] = [];
  let excess = 0;
  for (const [index, group] of groups.entries()) {
    const { name = '', keywords = [] } = group ?? {};
    const place = `skills[${index}]`;
    const listed = keywords.flatMap((text, at) => (text?.trim() ? [{ text, place: `${place}.keywords[${at}]` }] : []));
    const found = listed.length > 0 ? listed : name.trim() ? [{ text: name, place: `${place}.name` }] : [];
    left -= found.reduce((sum, { text }) => sum + text.length + 1, name.length);
    if (left < 0) {
      if (found.length > 0) invalid.push({ place, msg: `Only the first ${maxSkillText} characters of all skills are imported` });
      continue;
    }
    for (const { text, place } of found) {
      const [skill] = splitList([text]);
      if (skill === undefined) continue;
      const problem = isLonger(skill, limits.skill)
        ? `A skill must be at most ${limits.skill} characters`
        : hasControl(skill)
          ? 'A skill must not contain control characters'
          : undefined;
      if (problem) invalid.push({ place, msg: problem });
      else if (known.has(accentKey(skill)))
        unchanged.push({
          place,
          msg: own.has(accentKey(skill)) ? 'Your profile has this skill' : 'The file names this skill twice',
        });
      else if (now.length + added.length >= limits.skills) {
        excess++;
        unsupported.push({ place, msg: `A profile has at most ${limits.skills} skills` });
      } else {
        known.add(accentKey(skill));
        added.push(skill);
        used.push(place);
      }
    }
  }
  if (excess > 0)
    invalid.push({
      place: 'skills',
      msg: `A profile has at most ${limits.skills} skills. The last ${excess} are not imported`,
      from: Infinity,
    });
  return { now, added, invalid, unsupported, unchanged, used };
}

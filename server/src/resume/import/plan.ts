import { limits, type Profile, type Resume, type ResumePreview } from '@dev-connector/contract';
import { byteBudget } from '../../feed/keyset.ts';
import { splitList } from '../../http/schemas/comma-list.ts';
import { hasControl, isLonger } from '../../http/schemas/fields.ts';
import { sha256 } from '../../sha256.ts';
import { shorten } from '../shorten.ts';
import type { ReadResume } from '../validate.ts';
import { planEducation, planExperience } from './entries.ts';
import { planFields } from './fields.ts';

type Note = ResumePreview['invalid'][number];

/** Plans an import: the changes to a member's profile, if any. The preview shows the plan, the import applies it. */
export function planImport(profile: Profile | undefined, { resume, unknown, positionOf }: ReadResume): ResumePreview {
  const { invalid, unsupported, fields, links } = planFields(profile, resume);
  const skills = planSkills(profile?.skills ?? [], resume.skills);
  const experience = planExperience(profile?.experience ?? [], resume.work);
  const education = planEducation(profile?.education ?? [], resume.education);
  const missing = [
    ...(profile || fields.some(({ field }) => field === 'status') ? [] : ['status']),
    ...(skills.now.length + skills.added.length > 0 ? [] : ['skills']),
  ];
  const plan = {
    fields,
    skills: { now: skills.now, added: skills.added },
    links,
    experience: { added: experience.added, existing: experience.existing },
    education: { added: education.added, existing: education.existing },
    missing,
  };
  return {
    ...plan,
    invalid: limitNotes([...invalid, ...skills.invalid, ...experience.invalid, ...education.invalid], (note) =>
      withPosition(note, positionOf),
    ),
    unsupported: limitNotes([
      ...unsupported,
      ...skills.unsupported,
      ...unsupportedParts(resume),
      ...unknown.map((place) => ({ place, msg: 'Not a field of JSON Resume' })),
    ]),
    previewId: sha256(JSON.stringify(plan)),
  };
}

/** Maximum number of notes of one kind in a preview, and their maximum size in bytes of JSON. */
const maxNotes = 200;
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

/** Plans the new skills. The name of a skill is used only if it has no keywords. */
function planSkills(now: string[], groups: Resume['skills'] = []) {
  const [invalid, unsupported]: [Note[], Note[]] = [[], []];
  let left = maxSkillText;
  const imported = groups.flatMap((group, index) => {
    const { name = '', keywords } = group ?? {};
    const texts = (keywords ?? []).filter((keyword) => keyword !== null);
    left -= texts.reduce((sum, text) => sum + text.length + 1, name.length);
    if (left < 0) {
      invalid.push({ place: `skills[${index}]`, msg: `Only the first ${maxSkillText} characters of all skills are imported` });
      return [];
    }
    const grouped = splitList(texts);
    if (grouped.length > 0 && name)
      unsupported.push({ place: `skills[${index}].name`, msg: 'Group names are skipped; the skills in them are imported.' });
    return (grouped.length > 0 ? grouped : splitList(name)).filter((skill) => {
      const problem = isLonger(skill, limits.skill)
        ? `A skill must be at most ${limits.skill} characters`
        : hasControl(skill)
          ? 'A skill must not contain control characters'
          : undefined;
      if (problem) invalid.push({ place: `skills[${index}]`, msg: problem });
      return !problem;
    });
  });
  const all = splitList([...now, ...imported]);
  const excess = all.length - limits.skills;
  if (excess > 0)
    invalid.push({ place: 'skills', msg: `A profile has at most ${limits.skills} skills. The last ${excess} are not imported` });
  return { now, added: all.slice(now.length, limits.skills), invalid, unsupported };
}

const sections = ['volunteer', 'awards', 'certificates', 'publications', 'languages', 'interests', 'references', 'projects'] as const;

/** Lists the parts that have no field in a profile or must not be public. */
function unsupportedParts(resume: Resume): Note[] {
  const { email, phone } = resume.basics ?? {};
  return [
    ...(email ? [{ place: 'basics.email', msg: 'A profile is public and shows no e-mail address' }] : []),
    ...(phone ? [{ place: 'basics.phone', msg: 'A profile is public and shows no phone number' }] : []),
    ...sections.flatMap((place) => (resume[place]?.length ? [{ place, msg: 'A profile has no such section' }] : [])),
  ];
}

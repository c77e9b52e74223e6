import { limits, type Profile, type ResumePreview } from '@dev-connector/contract';
import { byteBudget } from '../../feed/keyset.ts';
import { sha256 } from '../../feed/sha256.ts';
import { hasControl, isLonger } from '../../http/fields.ts';
import { tidySkills } from '../../profiles/skills.ts';
import type { KnownDates } from '../export.ts';
import { planEducation, planExperience } from './entries.ts';
import { planFields } from './fields.ts';
import type { FoundResume, ReadResume } from './reading.ts';

type Note = ResumePreview['unfit'][number];

/** What importing a résumé would do to a member's profile, which may not be there yet. The preview shows it, the import does it. */
export function planImport(profile: Profile | undefined, known: KnownDates, { resume, unknown, lineOf }: ReadResume): ResumePreview {
  const { unfit, untaken, fields } = planFields(profile, resume);
  const skills = planSkills(profile?.skills ?? [], resume.skills);
  const experience = planExperience(profile?.experience ?? [], known, resume.work);
  const education = planEducation(profile?.education ?? [], known, resume.education);
  const missing = [
    ...(profile || fields.some(({ field }) => field === 'status') ? [] : ['status']),
    ...(skills.now.length + skills.added.length > 0 ? [] : ['skills']),
  ];
  const plan = {
    fields,
    skills: { now: skills.now, added: skills.added },
    experience: { added: experience.added, held: experience.held },
    education: { added: education.added, held: education.held },
    missing,
  };
  return {
    ...plan,
    unfit: bounded([...unfit, ...skills.unfit, ...experience.unfit, ...education.unfit], (note) => withLine(note, lineOf)),
    untaken: bounded([
      ...untaken,
      ...skills.untaken,
      ...withoutPlace(resume),
      ...unknown.map((place) => ({ place, msg: 'Not known to JSON Resume' })),
    ]),
    seen: sha256(JSON.stringify(plan)),
  };
}

/** Notes of one kind that a preview shows, and their JSON bytes. */
const maxNotes = 200;
const maxNotesBytes = 100_000;

function bounded(notes: Note[], complete = (note: Note) => note): Note[] {
  const fits = byteBudget(maxNotesBytes);
  const shown = notes
    .slice(0, maxNotes)
    .map(complete)
    .map(({ place, msg }) => ({ place: shortened(place), msg: shortened(msg) }))
    .filter((note) => fits(Buffer.byteLength(JSON.stringify(note))));
  const rest = notes.length - shown.length;
  return rest > 0 ? [...shown, { place: 'resume', msg: `… and ${rest} more` }] : shown;
}

const shortened = (text: string) => (text.length > 500 ? `${text.slice(0, 500).toWellFormed()}…` : text);

function withLine({ place, msg }: Note, lineOf: ReadResume['lineOf']): Note {
  const line = lineOf(place);
  return { place, msg: line === undefined ? msg : `${msg} (line ${line})` };
}

/** Characters of a file's skills that are read: as many as the form takes, for each skill that a profile holds. */
const mostSkillText = 10 * limits.skillsText;

/** The skills that are new; a group's name stands for what it groups, and is a skill only where it groups nothing. */
function planSkills(now: string[], groups: FoundResume['skills'] = []) {
  const [unfit, untaken]: [Note[], Note[]] = [[], []];
  let left = mostSkillText;
  const sent = groups.flatMap((group, index) => {
    const { name = '', keywords } = group ?? {};
    const texts = (keywords ?? []).filter((keyword) => keyword !== null);
    left -= texts.reduce((sum, text) => sum + text.length + 1, name.length);
    if (left < 0) {
      unfit.push({ place: `skills[${index}]`, msg: `Only the first ${mostSkillText} characters of all skills are read` });
      return [];
    }
    const grouped = tidySkills(texts);
    if (grouped.length > 0 && name)
      untaken.push({ place: `skills[${index}].name`, msg: 'The name of a group is no skill; what it groups is taken' });
    return (grouped.length > 0 ? grouped : tidySkills(name)).filter((skill) => {
      const wrong = isLonger(skill, limits.skill)
        ? `A skill must be at most ${limits.skill} characters`
        : hasControl(skill)
          ? 'A skill must not contain control characters'
          : undefined;
      if (wrong) unfit.push({ place: `skills[${index}]`, msg: wrong });
      return !wrong;
    });
  });
  const all = tidySkills([...now, ...sent]);
  const beyond = all.length - limits.skills;
  if (beyond > 0) unfit.push({ place: 'skills', msg: `A profile holds at most ${limits.skills} skills: the last ${beyond} are too many` });
  return { now, added: all.slice(now.length, limits.skills), unfit, untaken };
}

const sections = ['volunteer', 'awards', 'certificates', 'publications', 'languages', 'interests', 'references', 'projects'] as const;

/** What a profile has no place for, or must not show. */
function withoutPlace(resume: FoundResume): Note[] {
  const { email, phone } = resume.basics ?? {};
  return [
    ...(email ? [{ place: 'basics.email', msg: 'A profile is public and shows no e-mail address' }] : []),
    ...(phone ? [{ place: 'basics.phone', msg: 'A profile is public and shows no phone number' }] : []),
    ...sections.flatMap((place) => (resume[place]?.length ? [{ place, msg: 'A profile has no place for these' }] : [])),
  ];
}

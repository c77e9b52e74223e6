import { limits, type Profile, type ResumePreview } from '@dev-connector/contract';
import { sha256 } from '../sha256.ts';
import { byteBudget } from './page.ts';
import type { KnownDates } from './resume.ts';
import { planEducation, planExperience } from './resume-entries.ts';
import { planFields } from './resume-fields.ts';
import type { FoundResume, ReadResume } from './resume-reading.ts';
import { tidySkills } from './skills.ts';

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
    unfit: bounded([...unfit, ...skills.unfit, ...experience.unfit, ...education.unfit].map((note) => withLine(note, lineOf))),
    untaken: bounded([
      ...untaken,
      ...skills.untaken,
      ...withoutPlace(resume),
      ...unknown.map((place) => ({ place, msg: 'Not known to JSON Resume' })),
    ]),
    seen: sha256(JSON.stringify(plan)),
  };
}

/** JSON bytes of the notes on a file, which may give reason for many more. */
const notesBytes = 100_000;

function bounded(notes: Note[]): Note[] {
  const fits = byteBudget(notesBytes);
  const shown = notes
    .map(({ place, msg }) => ({ place: shortened(place), msg: shortened(msg) }))
    .filter((note) => fits(Buffer.byteLength(JSON.stringify(note))));
  const rest = notes.length - shown.length;
  return rest > 0 ? [...shown, { place: '', msg: `… and ${rest} more` }] : shown;
}

const shortened = (text: string) => (text.length > 500 ? `${text.slice(0, 500).toWellFormed()}…` : text);

function withLine({ place, msg }: Note, lineOf: ReadResume['lineOf']): Note {
  const line = lineOf(place);
  return { place, msg: line === undefined ? msg : `${msg} (line ${line})` };
}

/** The skills that are new; a group's name stands for what it groups, and is a skill only where it groups nothing. */
function planSkills(now: string[], groups: FoundResume['skills'] = []) {
  const [unfit, untaken]: [Note[], Note[]] = [[], []];
  const sent = groups.flatMap((group, index) => {
    const { name = '', keywords } = group ?? {};
    const grouped = tidySkills((keywords ?? []).filter((keyword) => keyword !== null));
    if (grouped.length > 0 && name)
      untaken.push({ place: `skills[${index}].name`, msg: 'The name of a group is no skill; what it groups is taken' });
    return (grouped.length > 0 ? grouped : tidySkills(name)).filter((skill) => {
      const fits = [...skill].length <= limits.skill;
      if (!fits) unfit.push({ place: `skills[${index}]`, msg: `A skill must be at most ${limits.skill} characters` });
      return fits;
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

/*
 * Names of fields in JSON Resume before 1.0.0 (https://github.com/jsonresume/resume-schema), and the field that a text stands for where an object is
 * expected.
 */

interface Renaming {
  /** The current name of a field by its old name. */
  names: Record<string, string>;
  /** The field that a text stands for. */
  text?: string;
}

/** By section: the path of an object without indexes. */
const renamings: Record<string, Renaming> = {
  '': { names: { bio: 'basics', hobbies: 'interests' } },
  basics: { names: { picture: 'image', website: 'url' } },
  'basics.location': { names: { state: 'region' }, text: 'city' },
  'basics.profiles': { names: {}, text: 'url' },
  work: { names: { company: 'name', website: 'url' } },
  volunteer: { names: { website: 'url' } },
  education: { names: { website: 'url', gpa: 'score' } },
  awards: { names: { awardDate: 'date', description: 'summary' }, text: 'title' },
  certificates: { names: { website: 'url' }, text: 'name' },
  publications: { names: { website: 'url', description: 'summary' }, text: 'name' },
  skills: { names: {}, text: 'name' },
  languages: { names: { name: 'language' }, text: 'language' },
  interests: { names: {}, text: 'name' },
  references: { names: {}, text: 'reference' },
  projects: { names: { website: 'url' }, text: 'name' },
};

export const renamingOf = (section: string): Renaming => renamings[section] ?? { names: {} };

import type { Resume } from '@dev-connector/contract';
import { readPicture } from '../avatars/avatars.ts';
import { avatarColor, initialsOf } from '../avatars/initials.ts';
import type { Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { labelOf, placeOf } from '../resume/outline.ts';
import type { Site } from '../site/site.ts';
import type { Picture } from './picture.ts';

/** Skills that a picture shows at most, as a card of the directory does. */
const maxTags = 4;

/** The picture of the site: its heading, tagline and logo. */
export const sitePicture = ({ shell, logo, accent }: Site): Picture => ({
  title: shell.heading,
  lines: [shell.tagline],
  tags: [],
  accent,
  image: logo && { type: logo.type, data: logo.bytes.toString('base64'), round: false },
});

/** The picture of the owner's résumé, without a photo, which may be on another site. */
export const resumePicture = (resume: Resume, { name, accent }: Site): Picture => ({
  title: resume.basics?.name ?? 'Résumé',
  lines: [labelOf(resume), placeOf(resume)],
  tags: (resume.skills ?? []).slice(0, maxTags).map((skill) => skill.name ?? ''),
  site: name,
  accent,
});

interface Row {
  name: string;
  status: string;
  company: string | null;
  location: string | null;
  skills: string;
  hash: string | null;
}

/** The picture of a profile. Throws `profileNotFound` if the user has none. */
export async function profilePicture(db: Reader, userId: string, { shell, accent }: Site): Promise<Picture> {
  const row = await db.get<Row>`
    select u.name, p.status, p.company, p.location, p.skills, a.hash
    from profiles p join users u on u.id = p.user_id left join avatars a on a.user_id = u.id
    where p.user_id = ${userId} and u.deleted_at is null`;
  if (!row) throw new Failure('profileNotFound');
  const { name, status, company, location, skills, hash } = row;
  const avatar = hash ? await readPicture(db, userId) : undefined;
  return {
    title: name,
    lines: [company ? `${status} at ${company}` : status, location ?? ''],
    tags: (JSON.parse(skills) as string[]).slice(0, maxTags),
    site: shell.title,
    accent,
    image: avatar && { type: avatar.type, data: avatar.data, round: true },
    initials: { text: initialsOf(name), color: avatarColor(userId) },
  };
}

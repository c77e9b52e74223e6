import { headlineOf, type Resume } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { readPicture } from '../avatars/avatars.ts';
import { avatarColor, initialsOf } from '../avatars/initials.ts';
import { publicPosts } from '../posts/hydration.ts';
import { findPublic } from '../posts/public-sources.ts';
import { readCard } from '../profiles/profiles.ts';
import { labelOf, placeOf } from '../resume/outline.ts';
import type { Site } from '../site/site.ts';
import { siteOf } from '../site/site.ts';
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

/** The picture of a public post. Throws `postNotFound` for any other id. */
export async function postPicture(context: Context, id: string): Promise<Picture> {
  const { shell, accent } = siteOf(context).current;
  const state = await findPublic(context, id);
  const [found] = state ? await publicPosts(context, [state]) : [];
  if (!found) throw new Failure('postNotFound');
  const post = found.read();
  const avatar = await readPicture(context.db, post.user);
  return {
    title: headlineOf(post),
    lines: [post.name, post.headline ?? ''],
    tags: [],
    site: shell.title,
    accent,
    image: avatar && { type: avatar.type, data: avatar.data, round: true },
    initials: { text: initialsOf(post.name), color: avatarColor(post.user) },
  };
}

/** The picture of a profile. Throws `profileNotFound` if the user has none. */
export async function profilePicture(db: Db, userId: string, { shell, accent }: Site): Promise<Picture> {
  const { user, headline, status, company, location, skills } = await readCard(db, userId);
  const avatar = await readPicture(db, userId);
  return {
    title: user.name,
    lines: [headline ?? (company ? `${status} at ${company}` : status), location ?? ''],
    tags: skills.slice(0, maxTags),
    site: shell.title,
    accent,
    image: avatar && { type: avatar.type, data: avatar.data, round: true },
    initials: { text: initialsOf(user.name), color: avatarColor(userId) },
  };
}

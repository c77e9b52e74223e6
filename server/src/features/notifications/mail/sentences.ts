import {
  accountTextOf,
  actionOf,
  excerptOf,
  type MailFrequency,
  type Notification,
  reservedHandles,
  withoutHidden,
} from '@dev-connector/contract';

/* Texts of members in mails. A mail speaks for the site, so a name or a title must look like one, and not like the words or a link of the site. */

type Actor = Notification['actors'][number];

/** Code points that a mail shows of a name and of a title. */
const [maxName, maxTitle] = [40, 60];

const oneLine = (text: string): string => withoutHidden(text).replace(/\s+/g, ' ').trim();

/** An address that mail clients make a link of: with a scheme, with `www.`, or a domain with a path. */
const link = /\b(?:[a-z][a-z\d+.-]*:\/\/|www\.|[\w-]+(?:\.[\w-]+)+[/?#])\S*/gi;
/** Part of an address or a domain. */
const addressLike = /[@/\\]|\w\.\w{2}/;

/** Letters and digits, by which people recognize a name. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The handle of a member. It has only letters, digits and hyphens, and is no reserved name. */
const handleOf = ({ handle }: Actor): string => (handle === undefined ? 'A member' : `@${handle}`);

/** The name of a member, or the handle if the name looks like an address, the site, or a role on it. */
function nameOf(actor: Actor, brand: string): string {
  const name = oneLine(actor.name);
  const [letters, site] = [lettersOf(name), lettersOf(brand)];
  const isMisleading = letters === '' || addressLike.test(name) || reservedHandles.has(letters) || (site !== '' && letters.includes(site));
  return isMisleading ? handleOf(actor) : excerptOf(name, maxName);
}

/** Returns who did what, such as `Ada and 4 others liked your post`. */
function sentenceWith(notification: Notification, nameOf: (actor: Actor) => string): string {
  const { actors, others } = notification;
  const [first = '', second] = actors.map(nameOf);
  const rest = others + (second !== undefined && others > 0 ? 1 : 0);
  const who =
    second !== undefined && others === 0
      ? `${first} and ${second}`
      : rest > 0
        ? `${first} and ${rest} ${rest === 1 ? 'other' : 'others'}`
        : first;
  return accountTextOf(notification) ?? `${who} ${actionOf(notification)}`;
}

/** Returns a sentence with names. `brand`: the name of the site. */
export const sentenceOf = (notification: Notification, brand: string): string =>
  sentenceWith(notification, (actor) => nameOf(actor, brand));

/** Returns a sentence for a subject, which begins with a handle: a name could be read as the beginning of a sentence of the site. */
export const subjectOf = (notification: Notification): string => sentenceWith(notification, handleOf);

/** The title or first line of the post that a notification is about, in quotation marks that it cannot end. Undefined if there is none. */
export function titleOf({ post }: Notification): string | undefined {
  const title = oneLine(post?.title ?? post?.excerpt ?? '')
    .replace(link, '[link]')
    .replace(/["\u201c-\u201f«»]/g, "'");
  return title === '' ? undefined : `“${excerptOf(title, maxTitle)}”`;
}

const frequencies: Record<MailFrequency, string> = { now: 'at once', daily: 'once a day', weekly: 'once a week', off: 'never' };

/** Returns how often mails are sent, at the end of a sentence. */
export const frequencyOf = (frequency: MailFrequency): string => frequencies[frequency];

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

const letter = String.raw`[\p{L}\p{M}\p{N}_-]`;
const domain = String.raw`${letter}+(?:\.${letter}+)+`;
/** An address: with a scheme, with `www.`, a domain with a path, or an e-mail address. */
const link = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:[a-z][a-z\d+.-]*:\/\/|www\.|${domain}(?:\/|[?#](?=\S)))\S*`,
    String.raw`[\p{L}\p{M}\p{N}._%+-]+@${domain}`,
  ].join('|'),
  'giu',
);
/** Ends of files and of names such as `Node.js`. None is a top-level domain. */
const fileEndings = 'js|jsx|ts|tsx|json|html|css|sql|xml|yaml|log|cs|hs|rb|kt|ex|db|go';
/** A dot that a mail client may take for part of a domain and turn into a link. The word after it has at least two letters; top-level domains are not listed. */
const domainDot = new RegExp(String.raw`(?<=${letter})\.(?!(?:${fileEndings})(?!${letter}))(?=\p{L}${letter})`, 'giu');
/** Part of an address or a domain. */
const addressLike = /[@/\\]|[\p{L}\p{M}\p{N}_]\.[\p{L}\p{M}\p{N}_]{2}/u;

/** Letters and digits, by which people recognize a name. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Letters from which on the name of a site is no part of other words by chance. */
const longName = 8;

/** Whether a name contains the name of the site, of which spaces and signs may differ. A short one counts only as whole words: "Diego" is not "Go". */
function containsSite(name: string, brand: string): boolean {
  const site = lettersOf(brand);
  if (site === '') return false;
  if (site.length >= longName) return lettersOf(name).includes(site);
  const words = name
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .map(lettersOf);
  return words.some((_, from) => words.slice(from).some((_, more) => words.slice(from, from + more + 1).join('') === site));
}

/** The handle of a member. It has only letters, digits and hyphens, and is no reserved name. */
const handleOf = ({ handle }: Actor): string => (handle === undefined ? 'A member' : `@${handle}`);

/** The name of a member, or the handle if the name looks like an address, the site, or a role on it. */
function nameOf(actor: Actor, brand: string): string {
  const name = oneLine(actor.name);
  const letters = lettersOf(name);
  const isMisleading = letters === '' || addressLike.test(name) || reservedHandles.has(letters) || containsSite(name, brand);
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
    .replace(domainDot, '[.]')
    .replace(/["\u201c-\u201f«»]/g, "'");
  return title === '' ? undefined : `“${excerptOf(title, maxTitle)}”`;
}

const frequencies: Record<MailFrequency, string> = { now: 'at once', daily: 'once a day', weekly: 'once a week', off: 'never' };

/** Returns how often mails are sent, at the end of a sentence. */
export const frequencyOf = (frequency: MailFrequency): string => frequencies[frequency];

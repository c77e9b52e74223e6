import tlds from 'tlds' with { type: 'json' };

/** Web addresses without user info, mail addresses and paths of this site. Links to anything else are shown as text. */
const linkPattern = /^(?:https?:\/\/[^\s/\\?#@]+(?:[/?#]|$)|mailto:|\/(?![/\\]))/i;

/** Whether an author may link to this address. */
export const isLinkable = (url: string): boolean => linkPattern.test(url);

const topLevel = new Set(tlds);

/** A host with at least two names, of which the first two are no version as in `react@18.2.0`. */
const mailHost = /@(?!\d+\.\d)[^\s@/:?#]+\.([^\s@./:?#]{2,63})$/;

/** Characters before an address that are searched for `://`. */
const maxBefore = 200;

/**
 * Whether a text without `mailto:` is a mail address and not, for example, a package with a version, a login on a host, or a Git remote. Its host ends in a top-level
 * domain (https://data.iana.org/TLD/tlds-alpha-by-domain.txt). `before` and `after` are the texts around it.
 */
export function isMail(address: string, before: string, after: string): boolean {
  const domain = mailHost.exec(address)?.[1];
  if (domain === undefined || !(topLevel.has(domain.toLowerCase()) || /^xn--/i.test(domain))) return false;
  const word = before.slice(-maxBefore).split(/\s/).at(-1) ?? '';
  return !/[/@\\]$|:\/\//.test(word) && !/^(?:[/@\\]|:[\w.~/-])/.test(after);
}

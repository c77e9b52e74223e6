import {
  limits,
  linkName,
  networkNames,
  type Profile,
  type ProfileLink,
  type Resume,
  type ResumePreview,
  socialNetworks,
} from '@dev-connector/contract';
import { isEmpty, parseUrl } from '../../../platform/http/schemas/fields.ts';
import { shorten } from '../shorten.ts';
import { siteAddress, siteAddresses, userAddresses } from './networks.ts';
import { checkField, checkLink, listSeparator } from './rules.ts';

type FieldChange = ResumePreview['fields'][number];
type Note = ResumePreview['invalid'][number];

/** A value for one field of the profile, and its place in the file. */
interface ImportedField {
  place: string;
  field: string;
  text: string;
  /** Places of the values that make up the text, if not only `place`. */
  uses?: string[];
}

export interface FieldPlan {
  fields: FieldChange[];
  links: ResumePreview['links'];
  invalid: Note[];
  unsupported: Note[];
  /** Values that the profile has already. */
  unchanged: Note[];
  /** Places of the values that are in `fields` or `links`. */
  used: string[];
}

/** Plans the changes to the profile's fields, and lists the values that are invalid or have no field. */
export function planFields(profile: Profile | undefined, resume: Resume): FieldPlan {
  const plan: FieldPlan = { fields: [], links: [], invalid: [], unsupported: [], unchanged: [], used: [] };
  const imported = new Map<string, string>();
  for (const { place, field, text, uses = [place] } of [...fieldsOfBasics(resume, profile), ...fieldsOfProfiles(resume)]) {
    if (isEmpty(text)) continue;
    const checked = checkField(field, text);
    if ('problems' in checked) plan.invalid.push(...checked.problems.map(({ msg }) => ({ place, msg })));
    else {
      const earlier = imported.get(field);
      if (earlier !== undefined) {
        if (earlier === checked.value) plan.unchanged.push({ place, msg: 'The file has this twice' });
        else plan.invalid.push({ place, msg: 'A profile has only one of these, and the file has an earlier one' });
        continue;
      }
      imported.set(field, checked.value);
      const now = profile && currentFields(profile)[field];
      if (now === checked.value) plan.unchanged.push(...uses.map((used) => ({ place: used, msg: 'Your profile has this' })));
      else {
        plan.fields.push({ place, field, ...(now !== undefined && { now }), next: checked.value });
        plan.used.push(...uses);
      }
    }
  }
  const { name, image } = resume.basics ?? {};
  if (profile && name === profile.user.name) plan.unchanged.push({ place: 'basics.name', msg: 'Your account has this' });
  if (profile && image?.endsWith(profile.user.avatar)) plan.unchanged.push({ place: 'basics.image', msg: 'Your account has this' });
  planLinks(plan, profile?.links ?? [], resume);
  return plan;
}

/** Returns the texts of a profile by the name of the field. */
function currentFields(profile: Profile): Record<string, string | undefined> {
  const { user, skills, links, experience, education, social, openTo, drawings, ...texts } = profile;
  return { ...texts, ...social, openTo: openTo.join(listSeparator) || undefined };
}

function fieldsOfBasics({ basics = {}, work = [] }: Resume, profile: Profile | undefined): ImportedField[] {
  const { url, summary, location } = basics;
  return [
    statusField(basics),
    companyField(basics, profile?.company === undefined ? work : []),
    { place: 'basics.url', field: 'website', text: url ?? '' },
    // A public profile must not show street and postal code.
    {
      place: 'basics.location',
      field: 'location',
      text: [location?.city, location?.region, location?.countryCode].filter(Boolean).join(', '),
      uses: ['city', 'region', 'countryCode'].map((name) => `basics.location.${name}`),
    },
    { place: 'basics.summary', field: 'bio', text: summary ?? '' },
    { place: 'basics.x-headline', field: 'headline', text: basics['x-headline'] ?? '' },
    { place: 'basics.x-pronouns', field: 'pronouns', text: basics['x-pronouns'] ?? '' },
    { place: 'basics.x-open-to', field: 'openTo', text: (basics['x-open-to'] ?? []).join(listSeparator) },
  ];
}

/** Returns the status: `x-status` in our exports of profiles with a headline, which is then the label. */
const statusField = ({ label, 'x-status': status }: NonNullable<Resume['basics']>): ImportedField =>
  status ? { place: 'basics.x-status', field: 'status', text: status } : { place: 'basics.label', field: 'status', text: label ?? '' };

/** Returns the company: `x-company` in our exports, otherwise that of the first current job unless the profile has a company already. */
function companyField(basics: NonNullable<Resume['basics']>, work: NonNullable<Resume['work']>): ImportedField {
  if (basics['x-company'] !== undefined) return { place: 'basics.x-company', field: 'company', text: basics['x-company'] };
  const index = work.findIndex((entry) => entry?.startDate && !entry.endDate);
  // The name of the employer is imported with the entry.
  return { place: `work[${index}].name`, field: 'company', text: work[index]?.name ?? '' };
}

/** Returns the links to the supported social networks and the GitHub user name. */
function fieldsOfProfiles({ basics }: Resume): ImportedField[] {
  return (basics?.profiles ?? []).flatMap((profile, index) => {
    const place = `basics.profiles[${index}]`;
    const { network = '', username = '', url = '' } = profile ?? {};
    const field = fieldOf(network, url);
    if (!field) return [];
    const user = field === 'githubusername' ? username || githubName(url) : username;
    const text = field === 'githubusername' ? user : url || (user && userAddresses[field] + encodeURIComponent(user.replace(/^@/, '')));
    return text ? [{ place, field, text, uses: usesOf(place, url, username, text) }] : [];
  });
}

/** Returns the places of the values of a profile that an address or a user name made from it contains. */
function usesOf(place: string, url: string, username: string, text: string): string[] {
  const bare = username.replace(/^@/, '').toLowerCase();
  const used = [
    ['network', true],
    ['url', url !== '' && (text.toLowerCase().includes(url.toLowerCase()) || url.toLowerCase().includes(text.toLowerCase()))],
    ['username', bare !== '' && (url === '' || text.toLowerCase().includes(bare))],
  ] as const;
  return used.filter(([, isUsed]) => isUsed).map(([name]) => `${place}.${name}`);
}

/** Plans the links that are added: the profiles on sites without a field. */
function planLinks(plan: FieldPlan, now: ProfileLink[], { basics }: Resume): void {
  const existing = new Set(now.map(({ url }) => url));
  for (const [index, profile] of (basics?.profiles ?? []).entries()) {
    const place = `basics.profiles[${index}]`;
    const { network = '', username = '', url = '' } = profile ?? {};
    if (fieldOf(network, url) || !(network || url)) continue;
    const address = url || siteAddress(nameOf(network), username);
    if (!address) {
      plan.unsupported.push({ place, msg: `The link to ${shorten(network)} has no address` });
      continue;
    }
    const checked = checkLink({ url: address, ...(network !== linkName({ url: address }) && { label: network }) });
    if ('problems' in checked) plan.invalid.push(...checked.problems.map(({ msg }) => ({ place, msg })));
    else if (existing.has(checked.value.url)) plan.unchanged.push({ place, msg: 'Your profile has this' });
    else if (existing.size >= limits.profileLinks) plan.invalid.push({ place, msg: `A profile has at most ${limits.profileLinks} links` });
    else {
      const { label, url } = checked.value;
      existing.add(url);
      plan.used.push(...usesOf(place, profile?.url ?? '', username, url));
      plan.links.push({ place, ...(label && label !== linkName({ url }) && { label }), url });
    }
  }
}

/** The name of a site without spaces, punctuation and symbols: `Stack Overflow` and `stackoverflow` are the same site. In Turkish, `I` has a dot. */
const nameOf = (network: string) =>
  network
    .normalize('NFKC')
    .replaceAll('İ', 'I')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]|\p{Variation_Selector}/gu, '');

type ProfileField = 'githubusername' | (typeof socialNetworks)[number];

/** Finds the field by the network's name, or by the host of the address if the name is that of no known site. A GitHub or X of another host is none. */
function fieldOf(network: string, url: string): ProfileField | undefined {
  const name = nameOf(network);
  const host = hostOf(url);
  const isAt = (domains: string[]) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  if (name === 'github') return host === '' || isAt(hosts.githubusername) ? 'githubusername' : undefined;
  if (name === 'x') return host === '' || isAt(hosts.twitter) ? 'twitter' : undefined;
  const named = socialNetworks.find((field) => name === networkNames[field].toLowerCase());
  if (named || Object.hasOwn(siteAddresses, name)) return named;
  const found = (Object.keys(hosts) as ProfileField[]).find((field) => isAt(hosts[field]));
  // The address of a project or gist is imported as a link, unless it is that of a user.
  return name !== '' && found === 'githubusername' && !/^(?:https?:\/\/)?(?:www\.)?github\.com\/[^/?#]+\/?$/i.test(url.trim())
    ? undefined
    : found;
}

/** The hosts of each network's user pages. */
const hosts: Record<ProfileField, string[]> = {
  githubusername: ['github.com'],
  twitter: ['twitter.com', 'x.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.me'],
  youtube: ['youtube.com', 'youtu.be'],
  linkedin: ['linkedin.com', 'lnkd.in'],
  instagram: ['instagram.com'],
};

/** Returns the host of an address with or without a scheme, or ''. */
const hostOf = (url: string): string =>
  url.trim() === '' ? '' : (parseUrl(/^[a-z]+:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}`)?.hostname ?? '');

/** Returns the user in the path of an address on GitHub. */
function githubName(url: string): string {
  if (!/(^|\.)github\.com$/.test(hostOf(url))) return '';
  return (
    parseUrl(/^[a-z]+:\/\//i.test(url.trim()) ? url.trim() : `https://${url.trim()}`)
      ?.pathname.split('/')
      .find(Boolean) ?? ''
  );
}

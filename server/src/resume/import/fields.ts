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
import { isEmpty, parseUrl } from '../../http/schemas/fields.ts';
import { shorten } from '../shorten.ts';
import { githubAddress, siteAddresses, userAddresses } from './networks.ts';
import { checkField, checkLink, listSeparator } from './rules.ts';

type FieldChange = ResumePreview['fields'][number];
type Note = ResumePreview['invalid'][number];

/** A value for one field of the profile, and its place in the file. */
interface ImportedField {
  place: string;
  field: string;
  text: string;
}

export interface FieldPlan {
  fields: FieldChange[];
  links: ResumePreview['links'];
  invalid: Note[];
  unsupported: Note[];
}

/** Plans the changes to the profile's fields, and lists the values that are invalid or have no field. */
export function planFields(profile: Profile | undefined, resume: Resume): FieldPlan {
  const plan: FieldPlan = { fields: [], links: [], invalid: [], unsupported: [] };
  const imported = new Map<string, string>();
  for (const { place, field, text } of [...fieldsOfBasics(resume, profile), ...fieldsOfProfiles(resume)]) {
    if (isEmpty(text)) continue;
    const checked = checkField(field, text);
    if ('problems' in checked) plan.invalid.push(...checked.problems.map(({ msg }) => ({ place, msg })));
    else {
      const earlier = imported.get(field);
      if (earlier !== undefined) {
        if (earlier !== checked.value)
          plan.invalid.push({ place, msg: 'A profile has only one of these, and the file has an earlier one' });
        continue;
      }
      imported.set(field, checked.value);
      const now = profile && currentFields(profile)[field];
      if (now !== checked.value) plan.fields.push({ place, field, ...(now !== undefined && { now }), next: checked.value });
    }
  }
  planLinks(plan, profile?.links ?? [], resume);
  return plan;
}

/** Returns the texts of a profile by the name of the field. */
function currentFields(profile: Profile): Record<string, string | undefined> {
  const { user, skills, links, experience, education, social, openTo, ...texts } = profile;
  return { ...texts, ...social, openTo: openTo.join(listSeparator) || undefined };
}

function fieldsOfBasics({ basics = {}, work = [] }: Resume, profile: Profile | undefined): ImportedField[] {
  const { url, website, summary, location } = basics;
  return [
    statusField(basics),
    companyField(basics, profile?.company === undefined ? work : []),
    { place: basicsUrl(basics), field: 'website', text: url || website || '' },
    // A public profile must not show street and postal code.
    {
      place: 'basics.location',
      field: 'location',
      text: [location?.city, location?.region, location?.countryCode].filter(Boolean).join(', '),
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

const basicsUrl = ({ url }: { url?: string | undefined }) => (url ? 'basics.url' : 'basics.website');

/** Returns the company: `x-company` in our exports, otherwise that of the first current job unless the profile has a company already. */
function companyField(basics: NonNullable<Resume['basics']>, work: NonNullable<Resume['work']>): ImportedField {
  if (basics['x-company'] !== undefined) return { place: 'basics.x-company', field: 'company', text: basics['x-company'] };
  const index = work.findIndex((entry) => entry?.startDate && !entry.endDate);
  const { name, company } = work[index] ?? {};
  return { place: `work[${index}].${name ? 'name' : 'company'}`, field: 'company', text: name || company || '' };
}

/** Returns the links to the supported social networks and the GitHub user name. */
function fieldsOfProfiles({ basics }: Resume): ImportedField[] {
  return (basics?.profiles ?? []).flatMap((profile, index) => {
    const place = `basics.profiles[${index}]`;
    const { network = '', username = '', url = '' } = profile ?? {};
    const field = fieldOf(network, url);
    if (!field) return [];
    const text =
      field === 'githubusername'
        ? username || githubName(url)
        : url || (username && userAddresses[field] + encodeURIComponent(username.replace(/^@/, '')));
    return text ? [{ place, field, text }] : [];
  });
}

/** Plans the links that are added: the profiles on sites without a field. */
function planLinks(plan: FieldPlan, now: ProfileLink[], { basics }: Resume): void {
  const existing = new Set(now.map(({ url }) => url));
  for (const [index, profile] of (basics?.profiles ?? []).entries()) {
    const place = `basics.profiles[${index}]`;
    const { network = '', username = '', url = '' } = profile ?? {};
    if (fieldOf(network, url) || !(network || url)) continue;
    const base = siteAddresses[lettersOf(network)];
    const address = url || (base && username && base + encodeURIComponent(username.replace(/^@/, '')));
    if (!address) {
      plan.unsupported.push({ place, msg: `The link to ${shorten(network)} has no address` });
      continue;
    }
    const checked = checkLink({ url: address, ...(network !== linkName({ url: address }) && { label: network }) });
    if ('problems' in checked) plan.invalid.push(...checked.problems.map(({ msg }) => ({ place, msg })));
    else if (existing.has(checked.value.url)) continue;
    else if (existing.size >= limits.profileLinks) plan.invalid.push({ place, msg: `A profile has at most ${limits.profileLinks} links` });
    else {
      const { label, url } = checked.value;
      existing.add(url);
      plan.links.push({ place, ...(label && label !== linkName({ url }) && { label }), url });
    }
  }
}

/** Removes everything but letters: `Stack Overflow` and `stackoverflow` are the same site. */
const lettersOf = (network: string) => network.toLowerCase().replace(/[^a-z]/g, '');

type ProfileField = 'githubusername' | (typeof socialNetworks)[number];

/** Finds the field by the network's name, or by the host of the address if there is no name. */
function fieldOf(network: string, url: string): ProfileField | undefined {
  const name = lettersOf(network);
  const host = parseUrl(/^https?:/i.test(url) ? url : `https://${url}`)?.hostname ?? '';
  const isAt = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  if (name === 'github' || (name === '' && isAt('github.com'))) return 'githubusername';
  if (name === 'x' || (name === '' && isAt('x.com'))) return 'twitter';
  return socialNetworks.find((field) => name === networkNames[field].toLowerCase() || (name === '' && isAt(`${field}.com`)));
}

const githubName = (url: string) =>
  (url.toLowerCase().startsWith(githubAddress) ? url.slice(githubAddress.length) : '').split(/[/?#]/)[0] ?? '';

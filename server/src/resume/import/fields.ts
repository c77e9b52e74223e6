import { networkNames, type Profile, type ResumePreview, socialNetworks } from '@dev-connector/contract';
import { isEmpty, parseUrl } from '../../http/fields.ts';
import { githubAddress, userAddresses } from './networks.ts';
import { type FoundResume, shortened } from './reading.ts';
import { judgeField } from './rules.ts';

type FieldChange = ResumePreview['fields'][number];
type Note = ResumePreview['unfit'][number];

/** What the file says of one field of the profile. */
interface Said {
  place: string;
  field: string;
  text: string;
}

export interface FieldPlan {
  fields: FieldChange[];
  unfit: Note[];
  untaken: Note[];
}

/** The fields of the profile that a résumé changes, and what of it they cannot take. */
export function planFields(profile: Profile | undefined, resume: FoundResume): FieldPlan {
  const plan: FieldPlan = { fields: [], unfit: [], untaken: [] };
  const taken = new Map<string, string>();
  for (const { place, field, text } of [...saidOfBasics(resume, profile), ...saidOfProfiles(resume, plan.untaken)]) {
    if (isEmpty(text)) continue;
    const judged = judgeField(field, text);
    if ('wrong' in judged) plan.unfit.push(...judged.wrong.map(({ msg }) => ({ place, msg })));
    else {
      const earlier = taken.get(field);
      if (earlier !== undefined) {
        if (earlier !== judged.kept) plan.unfit.push({ place, msg: 'A profile holds one of these, and the file has another before' });
        continue;
      }
      taken.set(field, judged.kept);
      const now = profile && nowOf(profile)[field];
      if (now !== judged.kept) plan.fields.push({ place, field, ...(now !== undefined && { now }), next: judged.kept });
    }
  }
  return plan;
}

const nowOf = ({ status, company, website, location, bio, githubusername, social }: Profile): Record<string, string | undefined> => ({
  status,
  company,
  website,
  location,
  bio,
  githubusername,
  ...social,
});

function saidOfBasics({ basics = {}, work = [] }: FoundResume, profile: Profile | undefined): Said[] {
  const { label, url, website, summary, location } = basics;
  return [
    { place: 'basics.label', field: 'status', text: label ?? '' },
    saidOfCompany(basics, profile?.company === undefined ? work : []),
    { place: basicsUrl(basics), field: 'website', text: url || website || '' },
    // Street and postal code are nobody's business on a public profile.
    {
      place: 'basics.location',
      field: 'location',
      text: [location?.city, location?.region, location?.countryCode].filter(Boolean).join(', '),
    },
    { place: 'basics.summary', field: 'bio', text: summary ?? '' },
  ];
}

const basicsUrl = ({ url }: { url?: string | undefined }) => (url ? 'basics.url' : 'basics.website');

/** Our own files say which company stands beside the status. Of others it is where the first work is that goes on, unless the member has one. */
function saidOfCompany(basics: NonNullable<FoundResume['basics']>, work: NonNullable<FoundResume['work']>): Said {
  if (basics['x-company'] !== undefined) return { place: 'basics.x-company', field: 'company', text: basics['x-company'] };
  const index = work.findIndex((entry) => entry?.startDate && !entry.endDate);
  const { name, company } = work[index] ?? {};
  return { place: `work[${index}].${name ? 'name' : 'company'}`, field: 'company', text: name || company || '' };
}

/** Links of the networks that a profile knows, and the user's name on GitHub. */
function saidOfProfiles({ basics }: FoundResume, untaken: Note[]): Said[] {
  return (basics?.profiles ?? []).flatMap((profile, index) => {
    const place = `basics.profiles[${index}]`;
    const { network = '', username = '', url = '' } = profile ?? {};
    const field = fieldOf(network, url);
    if (!field) {
      if (network || url) untaken.push({ place, msg: `A profile has no link for ${shortened(network || url)}` });
      return [];
    }
    const text =
      field === 'githubusername'
        ? username || githubName(url)
        : url || (username && userAddresses[field] + encodeURIComponent(username.replace(/^@/, '')));
    return text ? [{ place, field, text }] : [];
  });
}

type ProfileField = 'githubusername' | (typeof socialNetworks)[number];

/** By what the network is called, or else by where its address is. */
function fieldOf(network: string, url: string): ProfileField | undefined {
  const name = network.toLowerCase().replace(/[^a-z]/g, '');
  const host = parseUrl(/^https?:/i.test(url) ? url : `https://${url}`)?.hostname ?? '';
  const isAt = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  if (name === 'github' || (name === '' && isAt('github.com'))) return 'githubusername';
  if (name === 'x' || (name === '' && isAt('x.com'))) return 'twitter';
  return socialNetworks.find((one) => name === networkNames[one].toLowerCase() || (name === '' && isAt(`${one}.com`)));
}

const githubName = (url: string) =>
  (url.toLowerCase().startsWith(githubAddress) ? url.slice(githubAddress.length) : '').split(/[/?#]/)[0] ?? '';

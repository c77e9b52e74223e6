import { limits, openToOptions, type Profile, type ProfileInput, type ProfileLink, socialNetworks } from '@dev-connector/contract';
import { joinCommaList } from '@dev-connector/contract/comma-list';
import type { Values } from '../../../forms/Form';

/** Names of the two fields of a link; the server's errors use them too. */
export const linkFields = (index: number) => ({ label: `links[${index}].label`, url: `links[${index}].url` });
export const linkIndexes = Array.from({ length: limits.profileLinks }, (_, index) => index);
export const openToField = (value: string) => `openTo.${value}`;

/** Form values of a profile. An unchecked checkbox has none. */
export function valuesOf({ skills, social, links, openTo, ...profile }: Profile): Values {
  const { status, headline, pronouns, company, website, location, githubusername, bio } = profile;
  const texts = Object.entries({ headline, pronouns, company, website, location, githubusername, bio });
  return {
    ...Object.fromEntries(socialNetworks.map((network) => [network, social[network] ?? ''])),
    ...Object.fromEntries(texts.map(([name, value]) => [name, value ?? ''])),
    ...linkValues(links),
    ...Object.fromEntries(openTo.map((value) => [openToField(value), 'on'])),
    status,
    skills: joinCommaList(skills),
  };
}

const linkValues = (links: ProfileLink[]): Values =>
  Object.fromEntries(
    linkIndexes.flatMap((index) => [
      [linkFields(index).label, links[index]?.label ?? ''],
      [linkFields(index).url, links[index]?.url ?? ''],
    ]),
  );

/** The changes as the API expects them. Unchanged fields are left out, so that changes saved in another tab are not overwritten. */
export function changesOf(values: Values, initial: Values): ProfileInput {
  const changed = Object.entries(values).filter(([name, value]) => value !== initial[name] && !/^(links\[|openTo\.)/.test(name));
  const [links, openTo] = [linksOf(values), openToOf(values)];
  return {
    ...Object.fromEntries(changed),
    status: values.status ?? '',
    skills: values.skills ?? '',
    ...(!isEqual(links, linksOf(initial)) && { links }),
    ...(!isEqual(openTo, openToOf(initial)) && { openTo }),
  };
}

const openToOf = (values: Values) => openToOptions.flatMap(({ value }) => (openToField(value) in values ? [value] : []));

/** The links up to the last one that is filled in. */
function linksOf(values: Values): Array<{ label: string; url: string }> {
  const links = linkIndexes.map((index) => ({
    label: values[linkFields(index).label]?.trim() ?? '',
    url: values[linkFields(index).url]?.trim() ?? '',
  }));
  return links.slice(0, links.findLastIndex(({ label, url }) => label || url) + 1);
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

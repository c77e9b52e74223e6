import type { Resume } from '@dev-connector/contract';
import { hasText, isOngoing, linksOf, phonesOf } from '../outline.ts';

/** Converts a résumé to a schema.org Person (https://schema.org/Person) without empty fields. `url` is the address of the page. */
export function personOf(resume: Resume, url: string): object {
  const { basics = {}, work = [], education = [], certificates = [], skills = [], languages = [] } = resume;
  const current = work.filter(isOngoing);
  return compact({
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: basics.name,
    jobTitle: basics['x-status'] || basics.label,
    description: basics.summary,
    image: basics.image,
    url,
    email: basics.email,
    telephone: phonesOf(resume),
    address: typed('PostalAddress', {
      addressLocality: basics.location?.city,
      addressRegion: basics.location?.region,
      addressCountry: basics.location?.countryCode,
    }),
    sameAs: linksOf(resume).flatMap(({ href }) => href ?? []),
    worksFor: current.map(({ name, url: website }) => typed('Organization', { name, url: website })),
    alumniOf: education.map(({ institution, url: website }) => typed('EducationalOrganization', { name: institution, url: website })),
    hasCredential: certificates.map(({ name, issuer, date, url: website }) =>
      typed('EducationalOccupationalCredential', {
        name,
        url: website,
        dateCreated: date,
        recognizedBy: typed('Organization', { name: issuer }),
      }),
    ),
    knowsAbout: skills.flatMap(({ keywords = [], name = '' }) => (keywords.some(hasText) ? keywords : name)).filter(hasText),
    knowsLanguage: languages.map(({ language }) => typed('Language', { name: language })),
  });
}

/** Returns undefined if all fields are empty. */
function typed(type: string, fields: Record<string, unknown>): object | undefined {
  const rest = compact(fields);
  return Object.keys(rest).length > 0 ? { '@type': type, ...rest } : undefined;
}

function compact(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.filter(Boolean) : value] as const);
  return Object.fromEntries(
    entries.filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : typeof value === 'string' ? hasText(value) : value !== undefined,
    ),
  );
}

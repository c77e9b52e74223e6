import { resumeThemes, type SiteIdentity } from '@dev-connector/contract';
import { adaptAccent } from '../../features/site/accent.ts';

type Field = keyof SiteIdentity;

/** The settings of a site by the names that the command uses. Those marked `file` are read from a file, because they have several lines. */
export const siteFields: Record<string, { field: Field; file?: true; about: string }> = {
  name: { field: 'name', about: 'name of the site, in titles, the bar, link previews and PDFs' },
  tagline: { field: 'tagline', about: 'purpose of the site, in one line' },
  accent: { field: 'accent', about: 'a colour such as #3046c8; each theme uses the nearest colour with enough contrast for text' },
  home: { field: 'home', about: 'page at /: resume (default), or community, which moves the résumé to /resume' },
  resumeTheme: {
    field: 'resumeTheme',
    about: `look of the résumé pages: ${resumeThemes[0]} (default), ${resumeThemes.slice(1).join(' or ')}`,
  },
  visibility: {
    field: 'defaultVisibility',
    about: 'preselected visibility of new posts: members (default), or public',
  },
  links: { field: 'links', file: true, about: 'links of the footer, one per line: a label, then an http, https or mailto URL' },
  'page.about': { field: 'about', file: true, about: 'text of /dev/about; a blank line starts a paragraph' },
  'page.rules': { field: 'rules', file: true, about: 'text of /dev/rules' },
  'page.privacy': { field: 'privacy', file: true, about: 'text of /dev/privacy' },
};

/** Converts the text of a setting to the value of its field. Whether it is valid is decided by the contract's schema. */
export function toField(field: Field, text: string): SiteIdentity[Field] {
  if (field !== 'links') return text.trim();
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, label = '', url = ''] = /^(.*?)\s*(\S*)$/.exec(line) ?? [];
    return { label, url };
  });
}

/** The text of a field, which `toField` converts back. */
export function toText(field: Field, identity: SiteIdentity): string {
  if (field === 'links') return (identity.links ?? []).map(({ label, url }) => `${label} ${url}`).join('\n');
  return identity[field] ?? '';
}

/** A note about colours that differ from the accent, if there are any. */
export function accentNote(accent: string): string | undefined {
  const { light, dark } = adaptAccent(accent);
  const changes = [
    ...(light === accent.toLowerCase() ? [] : [`${light} in the light theme`]),
    ...(dark === accent.toLowerCase() ? [] : [`${dark} in the dark theme`]),
  ];
  return changes.length > 0
    ? `${accent} has too little contrast as text, so it becomes ${changes.join(' and ')} (at least 4.5:1).`
    : undefined;
}

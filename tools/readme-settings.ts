import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../server/src/platform/settings.ts';

const readme = join(import.meta.dirname, '../README.md');
const [begin, end] = ['<!-- settings: made by npm run settings -->', '<!-- /settings -->'];

/** Replaces the table of settings in the README's text. Throws if the markers are missing. */
function withSettings(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md does not contain the markers ${begin} and ${end}`);
  return `${before}${begin}\n${table()}\n${end}${after}`;
}

function table(): string {
  const rows = Object.entries(settingsTable).map(([name, { default: value, about, secret }]) => {
    const fromFile = secret ? ` A secret: \`${name}_FILE\` may name a file that holds it.` : '';
    return `| \`${name}\` | ${value && `\`${value}\``} | ${about}${fromFile} |`;
  });
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
}

/** Whether the table in the README is current. */
export function readmeIsCurrent(): boolean {
  const text = readFileSync(readme, 'utf8');
  return withSettings(text) === text;
}

if (import.meta.main) {
  if (process.argv.includes('--write')) writeFileSync(readme, withSettings(readFileSync(readme, 'utf8')));
  else if (!readmeIsCurrent()) {
    console.error('The table of settings in README.md differs from server/src/platform/settings.ts. Run npm run settings.');
    process.exit(1);
  }
}

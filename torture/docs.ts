import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './proof.ts';

const page = join(import.meta.dirname, '../docs/security.md');

/** Replaces, in the page's table of promises, the figures of the proofs that were run; a row is found by its command. */
export function keepInDocs(found: Array<{ name: string; finding: Finding }>): void {
  const day = Temporal.Now.plainDateISO().toString();
  let text = readFileSync(page, 'utf8');
  for (const { name, finding } of found) {
    const row = new RegExp(`^(\\|[^|\\n]*\\|[^|\\n]*\\|[^|\\n]*\`npm run torture -- ${name}\`[^|\\n]*\\|).*$`, 'm');
    if (!row.test(text)) throw new Error(`docs/security.md has no row with the command npm run torture -- ${name}`);
    text = text.replace(
      row,
      (_, before: string) => `${before} ${finding.figures.map((figure) => figure.replaceAll('|', '\\|')).join('; ')} (${day}) |`,
    );
  }
  writeFileSync(page, text);
}

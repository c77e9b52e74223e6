import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './scenario.ts';

const page = join(import.meta.dirname, '../docs/security.md');

/** Updates the figures in the table of promises in docs/security.md. Each row is found by its command. */
export function writeToDocs(results: Array<{ name: string; result: Result }>): void {
  const day = Temporal.Now.plainDateISO().toString();
  let text = readFileSync(page, 'utf8');
  for (const { name, result } of results) {
    const row = new RegExp(`^(\\|[^|\\n]*\\|[^|\\n]*\\|[^|\\n]*\`npm run resilience -- ${name}\`[^|\\n]*\\|).*$`, 'm');
    if (!row.test(text)) throw new Error(`docs/security.md has no row with the command npm run resilience -- ${name}`);
    text = text.replace(
      row,
      (_, before: string) => `${before} ${result.figures.map((figure) => figure.replaceAll('|', '\\|')).join('; ')} (${day}) |`,
    );
  }
  writeFileSync(page, text);
}

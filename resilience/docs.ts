import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './scenario.ts';

const page = join(import.meta.dirname, '../bench/README.md');

/** Updates the table of long runs in bench/README.md. Each row is found by its command. */
export function writeToDocs(results: Array<{ name: string; result: Result }>): void {
  const day = Temporal.Now.plainDateISO().toString();
  let text = readFileSync(page, 'utf8');
  for (const { name, result } of results) {
    const row = new RegExp(`^(\\| \`npm run resilience -- ${name}\` \\|).*$`, 'm');
    if (!row.test(text)) throw new Error(`bench/README.md has no row with the command npm run resilience -- ${name}`);
    text = text.replace(
      row,
      (_, before: string) => `${before} ${result.figures.map((figure) => figure.replaceAll('|', '\\|')).join('; ')} (${day}) |`,
    );
  }
  writeFileSync(page, text);
}

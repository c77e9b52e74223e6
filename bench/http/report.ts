import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from './processes.ts';

/** Returns a Markdown table. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Describes the date, commit, machine and load of a measurement. */
export function environment(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, commit ${commit}, Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`;
}

const [begin, end] = ['<!-- results of npm run bench -->', '<!-- /results -->'];

/** Writes the parts, with their headings, between the markers of bench/README.md. */
export function writeToReadme(parts: Record<string, string>): void {
  const file = join(root, 'bench/README.md');
  const text = readFileSync(file, 'utf8');
  const sections = Object.entries(parts).map(([heading, part]) => `### ${heading}\n\n${part}\n`);
  writeFileSync(file, `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${sections.join('\n')}\n${text.slice(text.indexOf(end))}`);
}

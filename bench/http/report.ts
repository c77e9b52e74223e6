import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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

/** Writes the parts, with their headings, to bench/results.md. */
export function writeResults(parts: Record<string, string>): void {
  const intro = '# HTTP benchmark results\n\nWritten by `npm run bench`; [README.md](README.md) explains the columns.\n';
  const sections = Object.entries(parts).map(([heading, part]) => `\n## ${heading}\n\n${part}\n`);
  writeFileSync(join(root, 'bench/results.md'), `${intro}${sections.join('')}`);
}

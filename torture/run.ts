import { parseArgs } from 'node:util';
import { buildPages } from '../tools/build-pages.ts';
import { keepInDocs } from './docs.ts';
import type { Finding, Proof } from './proof.ts';
import { proofs } from './proofs.ts';

const help = `Tries to break what docs/security.md promises, with real processes on this machine alone.

  npm run torture                      all of it; about a quarter of an hour
  npm run torture -- kill overload     only these: ${Object.keys(proofs).join(', ')}
  npm run torture -- --short           seconds instead of minutes; times are not judged
  npm run torture -- --write           puts the figures of a long run in docs/security.md`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !(name in proofs));

if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no proof called ${unknown.join(', ')}.\n\n${help}` : help);
  process.exit(values.help ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)); // the processes that were started end with this one
buildPages();
const chosen = Object.entries(proofs).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const found: Array<{ name: string; finding: Finding }> = [];
for (const [name, proof] of chosen) found.push({ name, finding: await tried(name, proof) });

const failed = found.filter(({ finding }) => finding.broken.length > 0).map(({ name }) => name);
console.log(failed.length > 0 ? `\nDid not hold: ${failed.join(', ')}.` : `\nEverything held (${found.length}).`);
if (values.write && !values.short) keepInDocs(found.filter(({ finding }) => finding.broken.length === 0));
process.exit(failed.length > 0 ? 1 : 0);

async function tried(name: string, proof: Proof): Promise<Finding> {
  console.log(`\n${name}: ${proof.promise}`);
  const began = performance.now();
  const finding = await proof
    .run(values.short ? 'short' : 'long')
    .catch((error: Error) => ({ figures: [], broken: [error.stack ?? String(error)] }));
  for (const figure of finding.figures) console.log(`  ${figure}`);
  for (const sentence of finding.broken) console.log(`  BROKEN ${sentence}`);
  console.log(`  ${finding.broken.length === 0 ? 'held' : 'did not hold'}, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return finding;
}

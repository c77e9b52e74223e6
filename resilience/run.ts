import { parseArgs } from 'node:util';
import { buildPages } from '../tools/build-pages.ts';
import { writeToDocs } from './docs.ts';
import type { Result, Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

const help = `Tries to break the promises in docs/security.md, with local server processes.

  npm run resilience                      all scenarios; about an hour
  npm run resilience -- kill overload     only these: ${Object.keys(scenarios).join(', ')}
  npm run resilience -- --short           seconds instead of minutes, without timing limits
  npm run resilience -- --write           writes the figures of a long run to bench/README.md`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, write: { type: 'boolean', default: false }, help: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !(name in scenarios));

if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `Unknown scenario: ${unknown.join(', ')}.\n\n${help}` : help);
  process.exit(values.help ? 0 : 1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)); // child processes are killed on exit
buildPages();
const chosen = Object.entries(scenarios).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const results: Array<{ name: string; result: Result }> = [];
for (const [name, scenario] of chosen) results.push({ name, result: await runScenario(name, scenario) });

const failed = results.filter(({ result }) => result.failures.length > 0).map(({ name }) => name);
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}.` : `\nAll ${results.length} passed.`);
if (values.write && !values.short) writeToDocs(results.filter(({ result }) => result.failures.length === 0));
process.exit(failed.length > 0 ? 1 : 0);

async function runScenario(name: string, scenario: Scenario): Promise<Result> {
  console.log(`\n${name}: ${scenario.promise}`);
  const began = performance.now();
  const result = await scenario
    .run(values.short ? 'short' : 'long')
    .catch((error: Error) => ({ figures: [], failures: [error.stack ?? String(error)] }));
  for (const figure of result.figures) console.log(`  ${figure}`);
  for (const sentence of result.failures) console.log(`  FAILED ${sentence}`);
  console.log(`  ${result.failures.length === 0 ? 'passed' : 'failed'}, in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

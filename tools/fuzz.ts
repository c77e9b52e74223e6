import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * npm run fuzz: repeats the property tests with a random seed, which it prints. `npm run fuzz -- 42` uses that seed.
 */
const root = join(import.meta.dirname, '..');
const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(seed)) throw new Error('The seed must be a whole number.');
const files = globSync('{contract,json,server/test}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] });
const properties = files.filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"));
console.log(`Property tests use the seed ${seed}`);
const { status, error } = spawnSync('vitest', ['run', ...properties], {
  cwd: root,
  env: { ...process.env, FUZZ_SEED: String(seed) },
  stdio: 'inherit',
});
if (error) throw error;
process.exitCode = status ?? 1;

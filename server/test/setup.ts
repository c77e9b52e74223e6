import fc from 'fast-check';
import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

/* Runs before each test file. Files share the modules of their worker, so hooks registered by other modules would only apply to the first file. */
afterAll(cleanUp);

/* The same inputs in every run of `npm test`; `npm run fuzz` uses other seeds. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });

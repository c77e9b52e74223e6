import { afterAll } from 'vitest';
import { cleanUp } from './cleanup.ts';

/* Runs before each test file. Files share the modules of their worker, so hooks registered by other modules would only apply to the first file. */
afterAll(cleanUp);

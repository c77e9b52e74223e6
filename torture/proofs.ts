import { database } from './database.ts';
import { fuzz } from './fuzz.ts';
import { kill } from './kill.ts';
import { overload } from './overload.ts';
import { payloads } from './payloads.ts';
import type { Proof } from './proof.ts';
import { races } from './races.ts';
import { rolling } from './rolling.ts';
import { signIn } from './sign-in.ts';
import { slow } from './slow.ts';

/** Every proof by its name on the command line. */
export const proofs: Record<string, Proof> = { kill, overload, fuzz, races, rolling, database, slow, payloads, 'sign-in': signIn };

import { scenarios } from './scenarios.ts';
import { testShort } from './short.ts';

/** server/test/api covers these on both engines: any-request, likes, users, posts, auth, account-deletion. */
const coveredElsewhere = ['fuzz', 'races'];
/** Takes as long as all others, so it has its own file and worker. */
const ownFile = ['full-site'];

testShort(Object.keys(scenarios).filter((name) => ![...coveredElsewhere, ...ownFile].includes(name)));

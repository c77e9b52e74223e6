import { scenarios } from './scenarios.ts';
import { testShort } from './short.ts';

/** server/test/api covers these on both engines: any-request, likes, users, posts, auth, account-deletion. */
const coveredElsewhere = ['fuzz', 'races'];
/** Needs systemd-analyze and Python; server/test/unit/deploy.test.ts checks the text of the unit. */
const needsSystemd = ['unit'];
/** Takes as long as all others, so it has its own file and worker. */
const ownFile = ['full-site'];

testShort(Object.keys(scenarios).filter((name) => ![...coveredElsewhere, ...needsSystemd, ...ownFile].includes(name)));

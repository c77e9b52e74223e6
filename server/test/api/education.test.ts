import { limits } from '@dev-connector/contract';
import { testProfileEntries } from '../profile-entry-tests.ts';
import { openSite } from '../site.ts';

testProfileEntries(await openSite(), {
  list: 'education',
  required: { school: 'School is required', degree: 'Degree is required' },
  optional: ['fieldofstudy', 'description'],
  notFound: 'Education not found',
  full: `A profile holds at most ${limits.entries} education entries`,
});

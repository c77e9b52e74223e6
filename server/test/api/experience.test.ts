import { limits } from '@dev-connector/contract';
import { testProfileEntries } from '../profile-entry-tests.ts';
import { openSite } from '../site.ts';

testProfileEntries(await openSite(), {
  list: 'experience',
  required: { title: 'Title is required', company: 'Company is required' },
  optional: ['location', 'description'],
  notFound: 'Experience not found',
  full: `A profile holds at most ${limits.entries} experience entries`,
});

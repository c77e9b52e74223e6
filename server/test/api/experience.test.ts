import { limits } from '@dev-connector/contract';
import { entryRules } from '../entry-rules.ts';
import { openSite } from '../site.ts';

entryRules(await openSite(), {
  list: 'experience',
  required: { title: 'Title is required', company: 'Company is required' },
  optional: ['location', 'description'],
  notFound: 'Experience not found',
  full: `A profile holds at most ${limits.entries} experience entries`,
});

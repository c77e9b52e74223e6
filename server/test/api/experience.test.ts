import { limits } from '@dev-connector/contract';
import { credentialRules } from '../credential-rules.ts';
import { openSite } from '../site.ts';

credentialRules(await openSite(), {
  list: 'experience',
  required: { title: 'Title is required', company: 'Company is required' },
  optional: ['location', 'description'],
  notFound: 'Experience not found',
  full: `A profile holds at most ${limits.credentials} experience entries`,
});

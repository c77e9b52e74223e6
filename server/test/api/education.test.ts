import { limits } from '@dev-connector/contract';
import { credentialRules } from '../credential-rules.ts';
import { openSite } from '../site.ts';

credentialRules(await openSite(), {
  list: 'education',
  required: { school: 'School is required', degree: 'Degree is required' },
  optional: ['fieldofstudy', 'description'],
  notFound: 'Education not found',
  full: `A profile holds at most ${limits.credentials} education entries`,
});

import { expect, test } from 'vitest';
import { findAlias } from './operator-aliases.ts';

test.for<[string, string | undefined, string | undefined]>([
  ['author:ada', 'author', 'by:ada'],
  ['rust From:"Ada L" -user:bob', 'From', 'rust by:"Ada L" -by:bob'],
  ['since:2026-01-01', 'since', 'after:2026-01-01'],
  ['author: ada', undefined, undefined],
  ['"author:ada" by:ada', undefined, undefined],
  ['author::new from://x co-author:ada title:x', undefined, undefined],
])('the operators of other products in %s', ([q, name, corrected]) => {
  expect(findAlias(q)).toEqual(name && { name, corrected });
});

export const searchTypes = ['posts', 'people', 'comments'] as const;
export type SearchType = (typeof searchTypes)[number];

/** Operators of a query, such as `skill:rust` or `place:"new york"`, and the types of results that they apply to. A `-` excludes what they match. `name:` before another sign, as in `std::vector` or `http://`, is no operator. */
export const searchOperators = [
  { name: 'skill', types: ['people'], example: 'skill:rust' },
  { name: 'place', types: ['people'], example: 'place:"new york"' },
  { name: 'status', types: ['people'], example: 'status:senior' },
  { name: 'open', types: ['people'], example: 'open:work' },
  { name: 'tag', types: ['posts'], example: 'tag:rust' },
  { name: 'by', types: ['posts', 'comments'], example: 'by:ada' },
  { name: 'has', types: ['posts', 'comments'], example: 'has:code' },
  { name: 'after', types: ['posts', 'people', 'comments'], example: 'after:2026-01-01' },
  { name: 'before', types: ['posts', 'people', 'comments'], example: 'before:2026-12-31' },
] as const;
export type SearchOperator = (typeof searchOperators)[number];

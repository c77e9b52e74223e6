/*
 * The statement of a search. GIN has no order, so each rank is searched in periods from the newest on: a branch of a `union all` for each rank and period, which
 * PostgreSQL runs one after the other until it has enough rows.
 */

/** A condition as tsquery, and what the index is asked for: in the newest period, and in longer ones. */
export interface Condition {
  exact: string;
  near: string;
  far: string;
}

export interface SearchValues {
  /** The range of `seq`, both ends excluded. A cursor may be in the first rank. */
  low: number;
  firstHigh: number;
  high: number;
  /** Maximum number of hits. */
  count: number;
  words: Condition;
  /** The words that need not be in the title. */
  others: Condition;
  /** Titles with all clauses that rank, and with some of them. */
  all: Condition;
  some: Condition;
}

/** The values in the order of their parameters. */
export const valuesOf = ({ low, firstHigh, high, count, words, others, all, some }: SearchValues): Array<string | number> => [
  ...[low, firstHigh, high, count],
  ...[words, others, all, some].flatMap(({ exact, near, far }) => [exact, near, far]),
];
const parameters = (first: number): Condition => ({ exact: `$${first}`, near: `$${first + 1}`, far: `$${first + 2}` });
const [words, others, all, some] = [parameters(5), parameters(8), parameters(11), parameters(14)];

/** What each rank asks of words and titles, and its first period. Few titles match, so it may be longer. */
const ranks = [
  { words, exactTitle: `!!${some.exact}`, firstPeriod: 0 },
  { words, title: some, exactTitle: `(${some.exact} && !!${all.exact})`, firstPeriod: 1 },
  { words: others, title: all, exactTitle: all.exact, firstPeriod: 1 },
];

/** The widths of the periods in the index, as powers of two of the numbers of documents: about 9 hours, 6 days and 99 days. Migration 0033 has the same. */
const widths = [35, 39, 43];

/** Returns the condition for the period of a number and the one before. */
function inPeriod(seq: string, index: number): string {
  const periods = widths.map((bits, level) => `(seq >> ${bits}) * 4${level === 0 ? '' : ` + ${level}`}`);
  const newest = `(${seq} >> ${widths[index]}) * 4 + ${index}`;
  return `array[${periods.join(', ')}] && array[${newest}, ${newest} - 4]`;
}

/** Returns a branch for each period of a rank, and one for all older documents. */
function branchesOf(rank: number, isFirst: boolean, hasOthers: boolean, isSampled: boolean): string[] {
  const { words, title, exactTitle, firstPeriod } = ranks[rank] as (typeof ranks)[number];
  const [high, newest] = isFirst ? ['$2', '(select first_newest from bounds)'] : ['$3', '(select newest from bounds)'];
  return [...widths.keys(), widths.length].slice(firstPeriod).map((period) => {
    const asked = period === firstPeriod ? 'near' : 'far';
    const previous = period === firstPeriod ? undefined : widths[period - 1];
    const conditions = [
      period < widths.length && inPeriod(newest, period),
      (words !== others || hasOthers) && `words @@ ${words[asked]}`,
      title && `title @@ ${title[asked]}`,
      // These are expressions, because the planner would ask an index for the bare conditions too.
      `(words @@ ${words.exact}) is true and (title @@ ${exactTitle}) is true and seq + 0 > $1 and seq + 0 < ${high}`,
      previous && `seq >> ${previous} < (${newest} >> ${previous}) - 1`,
      previous && `$1 >> ${previous} < (${newest} >> ${previous}) - 1`, // skips the branch if the range starts in a newer period
      isSampled && `(select matches from sample) > ${maxSample}`,
    ];
    return `(select id, ${rank} as rank, user_id, post_id from search_documents where ${conditions.filter(Boolean).join(' and ')} order by seq desc)`;
  });
}

/** Maximum number of matches in some days for which all matches are read at once. */
const maxSample = 5;

/** Returns a branch for all documents of any rank. */
const allRanks = (first: number) => `(
  select id, rank, user_id, post_id from (
    select id, case when title @@ ${all.exact} then 2 when title @@ ${some.exact} then 1 else 0 end as rank, user_id, post_id, seq
    from search_documents
    where words @@ ${words.far} and (words @@ ${words.exact}) is true and seq + 0 > $1 and seq + 0 < $3 and (select matches from sample) <= ${maxSample}
  ) ranked where rank < ${first} or rank = ${first} and seq < $2 order by rank desc, seq desc)`;

/** Counts the matches of some days, up to the one that is too many. */
const sample = `select count(*) as matches from (
  select from search_documents where ${inPeriod('(select newest from bounds)', 1)} and words @@ ${words.near} and seq + 0 < $3 limit ${maxSample + 1}) newest`;

/** Gives the parameters their types. */
const typed = `select ${Array.from({ length: 16 }, (_, index) => `cast($${index + 1} as ${index < 4 ? 'bigint' : 'tsquery'})`).join(', ')}`;

const newestBefore = (high: string) => `(select coalesce(max(seq), 0) from search_documents where seq > $1 and seq < ${high})`;

function textOf(ranks: number[], hasOthers: boolean): string {
  // If only a part of the words must be in the title, each rank would read the same matches of the words. Few are read once.
  const isSampled = ranks.includes(1);
  const branches = ranks.flatMap((rank, index) => branchesOf(rank, index === 0, hasOthers, isSampled));
  return `
    with parameters as (${typed}),
    bounds as materialized (select ${newestBefore('$2')} as first_newest, ${newestBefore('$3')} as newest),
    sample as materialized (${sample})
    select id, rank from (${[...(isSampled ? [allRanks(ranks[0] as number)] : []), ...branches].join(' union all ')}) hits
    where user_id not in (select id from users where deleted_at is not null)
      and (post_id is null or post_id not in (select id from posts where deleted_at is not null))
    limit $4`;
}

const templates = new Map<string, TemplateStringsArray>();

/** Returns the statement for these ranks, highest first. `hasOthers`: whether words need not be in the title. */
export function statementOf(ranks: number[], hasOthers: boolean): TemplateStringsArray {
  const key = `${ranks} ${hasOthers}`;
  const template = templates.get(key) ?? toTemplate(textOf(ranks, hasOthers));
  templates.set(key, template);
  return template;
}

/** A template that numbers its parameters itself. */
const toTemplate = (text: string): TemplateStringsArray => Object.assign([text], { raw: [text] });

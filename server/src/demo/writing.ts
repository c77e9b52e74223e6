import { limits } from '@dev-connector/contract';
import type { Random } from './random.ts';
import { bios, code, duties, longWords, openings, otherScripts, questions, remarks, replies, sentences, vocabulary } from './vocabulary.ts';

/** Number of words in the longest posts. */
const essayWords = 5000;

/** Fills the slots of a template and capitalises a slot at its start. */
function fill(random: Random, template: string): string {
  const text = template.replace(/\{(\w+)\}/g, (slot, name) => (vocabulary[name] ? random.pick(vocabulary[name]) : slot));
  return template.startsWith('{') ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

const one = (random: Random, templates: readonly string[]) => fill(random, random.pick(templates));
const several = (random: Random, templates: readonly string[], count: number) =>
  random
    .sample(templates, count)
    .map((template) => fill(random, template))
    .join(' ');
const paragraphs = (random: Random, count: number) => Array.from({ length: count }, () => several(random, sentences, random.whole(3, 7)));

/** Generates the text of the post at this index. Every 500 posts include all kinds: essays, code, very long words, and other scripts. */
export function writePost(random: Random, index: number): string {
  if (index % 500 === 123) return writeEssay(random);
  if (index % 60 === 17) return one(random, longWords);
  if (index % 25 === 9) return one(random, otherScripts);
  if (index % 12 === 5) return one(random, code);
  const kind = random.next();
  if (kind < 0.25) return one(random, remarks);
  if (kind < 0.5) return one(random, questions);
  if (kind < 0.87) return `${one(random, remarks)} ${several(random, sentences, random.whole(1, 4))}`;
  return [one(random, openings), ...paragraphs(random, random.whole(2, 5))].join('\n\n');
}

function writeEssay(random: Random): string {
  const parts = [one(random, openings)];
  for (let words = 0; words < essayWords; ) {
    const [next = ''] = paragraphs(random, 1);
    parts.push(next);
    words += next.split(' ').length;
  }
  return parts.join('\n\n').slice(0, limits.postText);
}

export const writeComment = (random: Random) =>
  random.chance(0.9) ? one(random, replies) : `${one(random, replies)} ${several(random, sentences, random.whole(2, 6))}`;
export const writeBio = (random: Random) => several(random, bios, random.whole(1, 4));
export const writeDuties = (random: Random) => several(random, duties, random.whole(1, 3));

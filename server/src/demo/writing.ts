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

/** The words of a post. */
export interface Text {
  title?: string;
  text: string;
  format: 'plain' | 'markdown';
}

/** Generates the text of the post at this index. Every 500 posts include all kinds: essays, code, very long words, and other scripts. */
export function writePost(random: Random, index: number): Text {
  if (index % 12 === 5) return { text: one(random, code), format: 'markdown' };
  if (index % 500 === 123) return { title: writeTitle(random), text: writeEssay(random), format: 'plain' };
  if (index % 60 === 17) return { text: one(random, longWords), format: 'plain' };
  if (index % 25 === 9) return { text: one(random, otherScripts), format: 'plain' };
  const kind = random.next();
  if (kind < 0.25) return { text: one(random, remarks), format: 'plain' };
  if (kind < 0.5) return { text: one(random, questions), format: 'plain' };
  if (kind < 0.87) return { text: `${one(random, remarks)} ${several(random, sentences, random.whole(1, 4))}`, format: 'plain' };
  return { title: writeTitle(random), text: paragraphs(random, random.whole(2, 5)).join('\n\n'), format: 'plain' };
}

const writeTitle = (random: Random): string => one(random, openings).replace(/\.$/, '');

function writeEssay(random: Random): string {
  const parts: string[] = [];
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

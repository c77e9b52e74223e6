import { gemoji } from 'gemoji';

export interface Emoji {
  name: string;
  emoji: string;
}

/** Every name of every emoji, in the order of Unicode's list. */
const all: Emoji[] = gemoji.flatMap(({ names, emoji }) => names.map((name) => ({ name, emoji })));

/** Returns the emoji whose names start with the text, then those that contain it. */
export function findEmoji(text: string, count: number): Emoji[] {
  const wanted = text.toLowerCase();
  const starting = all.filter(({ name }) => name.startsWith(wanted)).sort((one, other) => one.name.length - other.name.length);
  const containing = all.filter(({ name }) => name.indexOf(wanted) > 0);
  return [...starting, ...containing].slice(0, count);
}

/** Returns the emoji with exactly this name. */
export const emojiNamed = (name: string): string | undefined => all.find((emoji) => emoji.name === name.toLowerCase())?.emoji;

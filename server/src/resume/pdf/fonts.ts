import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';
import { unpackedInto } from './woff.ts';

/*
 * What PDFs are set in. Source Sans 3 has Latin, Greek, Cyrillic and Vietnamese; four scripts that are joined or stacked have a font that knows how; whatever
 * none of them has (Chinese, Japanese, Korean, symbols …) comes from UnifontEX, which is plain, and has nearly every character there is.
 */
interface Face {
  family: string;
  regular: string;
  bold: string;
}

const google = (family: string, name: string): Face => {
  const file = family.replaceAll(' ', '');
  return {
    family,
    regular: `@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`,
    bold: `@expo-google-fonts/${name}/600SemiBold/${file}_600SemiBold.ttf`,
  };
};
const text = google('Source Sans 3', 'source-sans-3');
const scripts = [
  { script: /\p{Script=Arabic}/u, ...google('Noto Sans Arabic', 'noto-sans-arabic') },
  { script: /\p{Script=Hebrew}/u, ...google('Noto Sans Hebrew', 'noto-sans-hebrew') },
  { script: /\p{Script=Thai}/u, ...google('Noto Sans Thai', 'noto-sans-thai') },
  { script: /\p{Script=Devanagari}/u, ...google('Noto Sans Devanagari', 'noto-sans-devanagari') },
];
/** Large: opened only for what the others are known not to have. */
const everything = { family: 'UnifontEX', file: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff' };

const { resolve } = createRequire(import.meta.url);

/**
 * The families that a text needs, in the order in which each character looks for its own; a font that has to be unpacked first stays in `folder`.
 * They are opened anew for every document: fontkit remembers of a letter that it was part of another (the z of ż), and forgets to say what it is itself, so that
 * the next document could not be searched or copied from.
 */
export async function familiesFor(content: string, folder: string): Promise<string[]> {
  const chosen = [text, ...scripts.filter(({ script }) => script.test(content))].map(openAnew);
  const lacks = await Promise.all(chosen.map(lackedBy));
  const characters = [...new Set(content.normalize('NFC'))].filter((character) => !/[\p{C}\p{Z}]/u.test(character));
  if (!characters.some((character) => lacks.every((lack) => lack(character)))) return chosen;
  const file = unpackedInto(folder, resolve(everything.file));
  return [...chosen, openAnew({ family: everything.family, regular: file, bold: file })];
}

function openAnew({ family, regular, bold }: Face): string {
  delete Font.getRegisteredFonts()[family];
  Font.register({
    family,
    fonts: [
      { src: resolve(regular), fontWeight: 400 },
      { src: resolve(bold), fontWeight: 600 },
    ],
  });
  return family;
}

async function lackedBy(fontFamily: string): Promise<(character: string) => boolean> {
  await Font.load({ fontFamily });
  const { data } = Font.getFont({ fontFamily }) as unknown as { data: { hasGlyphForCodePoint(point: number): boolean } };
  return (character) => !data.hasGlyphForCodePoint(character.codePointAt(0) as number);
}

/** Chinese, Japanese and Thai have no spaces: there a line may end after any character, as it may within an address and a word of any length. */
const anywhere = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;
const longWord = 28;

/** A word's parts, between which a line may end. An empty part between two of them keeps the hyphen away. */
Font.registerHyphenationCallback((word) => {
  const parts =
    anywhere.test(word) || word.length > longWord ? (word.match(/\P{M}\p{M}*/gu) ?? [word]) : (word.match(/.+?(?:[/·–]|$)/gu) ?? [word]);
  return parts.flatMap((part, at) => (at > 0 ? ['', part] : [part]));
});

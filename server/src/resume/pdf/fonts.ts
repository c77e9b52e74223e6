import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';
import { unpackedInto } from './woff.ts';

/*
 * The fonts of PDFs. Source Sans 3 covers Latin, Greek, Cyrillic and Vietnamese. Four complex scripts have a Noto font each. UnifontEX, a plain font that covers
 * nearly all of Unicode, is the fallback for everything else (Chinese, Japanese, Korean, symbols …).
 */
interface FontFamily {
  family: string;
  regular: string;
  bold: string;
}

const googleFont = (family: string, name: string): FontFamily => {
  const file = family.replaceAll(' ', '');
  return {
    family,
    regular: `@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`,
    bold: `@expo-google-fonts/${name}/600SemiBold/${file}_600SemiBold.ttf`,
  };
};
const text = googleFont('Source Sans 3', 'source-sans-3');
const scripts = [
  { script: /\p{Script=Arabic}/u, ...googleFont('Noto Sans Arabic', 'noto-sans-arabic') },
  { script: /\p{Script=Hebrew}/u, ...googleFont('Noto Sans Hebrew', 'noto-sans-hebrew') },
  { script: /\p{Script=Thai}/u, ...googleFont('Noto Sans Thai', 'noto-sans-thai') },
  { script: /\p{Script=Devanagari}/u, ...googleFont('Noto Sans Devanagari', 'noto-sans-devanagari') },
];
/** Loaded only if another font lacks a character, because it is large. */
const fallback = { family: 'UnifontEX', file: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff' };

const { resolve } = createRequire(import.meta.url);

/**
 * Returns the font families that a text needs, in order of precedence. Fonts that must be unpacked are stored in `folder`.
 * Every document registers its fonts again: fontkit caches a glyph that was part of another one (the z of ż) without its own code point, so the text of the
 * next document could not be searched or copied.
 */
export async function familiesFor(content: string, folder: string): Promise<string[]> {
  const chosen = [text, ...scripts.filter(({ script }) => script.test(content))].map(register);
  const missing = await Promise.all(chosen.map(missingGlyphs));
  const characters = [...new Set(content.normalize('NFC'))].filter((character) => !/[\p{C}\p{Z}]/u.test(character));
  if (!characters.some((character) => missing.every((isMissing) => isMissing(character)))) return chosen;
  const file = unpackedInto(folder, resolve(fallback.file));
  return [...chosen, register({ family: fallback.family, regular: file, bold: file })];
}

function register({ family, regular, bold }: FontFamily): string {
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

async function missingGlyphs(fontFamily: string): Promise<(character: string) => boolean> {
  await Font.load({ fontFamily });
  const { data } = Font.getFont({ fontFamily }) as unknown as { data: { hasGlyphForCodePoint(point: number): boolean } };
  return (character) => !data.hasGlyphForCodePoint(character.codePointAt(0) as number);
}

/** Scripts without spaces between words: a line may break after any character, as in URLs and other long words. */
const breakAnywhere = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u;
const longWord = 28;

/** Splits a word where a line may break. An empty part between two parts prevents a hyphen. */
Font.registerHyphenationCallback((word) => {
  const parts =
    breakAnywhere.test(word) || word.length > longWord
      ? (word.match(/\P{M}\p{M}*/gu) ?? [word])
      : (word.match(/.+?(?:[/·–]|$)/gu) ?? [word]);
  return parts.flatMap((part, at) => (at > 0 ? ['', part] : [part]));
});

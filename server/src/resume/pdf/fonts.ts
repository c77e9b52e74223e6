import { Font } from '@react-pdf/renderer';
import { type FontFamily, fallbackFont, scriptFonts, textFont } from '../../rendering/font-files.ts';

/**
 * Returns the font families that a text needs, in order of precedence. Fonts that must be unpacked are stored in `folder`.
 * Every document registers its fonts again: fontkit caches a glyph that was part of another one (the z of ż) without its own code point, so the text of the
 * next document could not be searched or copied.
 */
export async function familiesFor(content: string, folder: string): Promise<string[]> {
  const chosen = [textFont, ...scriptFonts.filter(({ script }) => script.test(content))].map(register);
  const missing = await Promise.all(chosen.map(missingGlyphs));
  const characters = [...new Set(content.normalize('NFC'))].filter((character) => !/[\p{C}\p{Z}]/u.test(character));
  if (!characters.some((character) => missing.every((isMissing) => isMissing(character)))) return chosen;
  return [...chosen, register(fallbackFont(folder))];
}

function register({ family, regular, bold }: FontFamily): string {
  delete Font.getRegisteredFonts()[family];
  Font.register({
    family,
    fonts: [
      { src: regular, fontWeight: 400 },
      { src: bold, fontWeight: 600 },
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

import { Font } from '@react-pdf/renderer';
import { type FontFamily, fallbackFont, scriptFonts, textFont } from '../../../platform/fonts/font-files.ts';

import { splitWord } from './line-breaks.ts';
import { isMark } from './marks.ts';

const weights = { regular: 400, bold: 600 };

/** The part of a fontkit font that is used here. Lengths are in font units. */
interface LoadedFont {
  ascent: number;
  descent: number;
  unitsPerEm: number;
  hasGlyphForCodePoint(point: number): boolean;
}

/**
 * Returns the font families that a text needs, in order of precedence. Fonts that must be unpacked are stored in `folder`.
 * Every document registers its fonts again: fontkit caches a glyph that was part of another one (the z of ż) without its own code point, so the text of the
 * next document could not be searched or copied.
 */
export async function familiesFor(content: string, folder: string): Promise<string[]> {
  const chosen = [textFont, ...scriptFonts.filter(({ script }) => script.test(content))].map(register);
  const fonts = await Promise.all(chosen.map((family) => load(family)));
  const isMissing = (character: string) => fonts.every((font) => !font.hasGlyphForCodePoint(character.codePointAt(0) as number));
  const characters = [...new Set(content.normalize('NFC'))].filter((character) => !/[\p{C}\p{Z}]/u.test(character));
  if (characters.some(isMissing)) chosen.push(register(fallbackFont(folder)));
  await Promise.all(chosen.slice(1).map((family) => alignBaseline(family, fonts[0] as LoadedFont)));
  for (const weight of Object.values(weights)) acceptMarks(await load(textFont.family, weight));
  return chosen;
}

/** Returns true if letters of a text may reach far below or above those of the text font. */
export const hasTallLetters = (text = ''): boolean => scriptFonts.some(({ script }) => script.test(text));

function register({ family, regular, bold }: FontFamily): string {
  delete Font.getRegisteredFonts()[family];
  Font.register({
    family,
    fonts: [
      { src: regular, fontWeight: weights.regular },
      { src: bold, fontWeight: weights.bold },
    ],
  });
  return family;
}

async function load(fontFamily: string, fontWeight: number = weights.regular): Promise<LoadedFont> {
  await Font.load({ fontFamily, fontWeight });
  return (Font.getFont({ fontFamily, fontWeight }) as unknown as { data: LoadedFont }).data;
}

/** Gives a family the ascent and descent of the text font. Otherwise its lines would be lower or higher than others of the same line height, and overlap the next. */
async function alignBaseline(family: string, { ascent, descent, unitsPerEm }: LoadedFont): Promise<void> {
  for (const weight of Object.values(weights)) {
    const font = await load(family, weight);
    const scale = font.unitsPerEm / unitsPerEm;
    Object.defineProperties(font, { ascent: { value: ascent * scale }, descent: { value: descent * scale } });
  }
}

/** Makes the text font the font of characters that only control the order of others, which `splitWord` removes before they are drawn. */
function acceptMarks(font: LoadedFont): void {
  const has = Object.getPrototypeOf(font).hasGlyphForCodePoint as LoadedFont['hasGlyphForCodePoint'];
  font.hasGlyphForCodePoint = (point) => isMark(point) || has.call(font, point);
}

Font.registerHyphenationCallback(splitWord);

import { type Font, openSync } from 'fontkit';
import { type FontFamily, fallbackFont, scriptFonts, textFont } from '../../platform/fonts/font-files.ts';

/** A part of a text in one font family. */
interface Run {
  family: string;
  text: string;
  /** Width in em, with kerning and ligatures. */
  width: number;
}

export type Weight = 400 | 600;

/** Chooses the fonts of texts and measures them. */
export interface Typesetter {
  /** Splits a text into runs, so that each character has a font with a glyph for it. */
  runs(text: string, weight: Weight): Run[];
  /** Width in em at weight 600, without kerning and ligatures. */
  widthOf(text: string): number;
  /** Files of all fonts used so far. */
  files(): string[];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const replacement = '\ufffd';

interface LoadedFont extends FontFamily {
  fonts: Record<Weight, Font>;
}

/** Opens the fonts. `folder` is for the unpacked fallback, which is opened only if a text needs it. */
export function openTypesetter(folder: string): Typesetter {
  const fonts: LoadedFont[] = [textFont, ...scriptFonts].map(load);
  let fallback: LoadedFont | undefined;
  const used = new Set<LoadedFont>(fonts.slice(0, 1));

  /** The font of a grapheme, and the part of it that the font has. */
  function choose(grapheme: string, current: LoadedFont | undefined): [LoadedFont, string] {
    if (current && /^\s$/.test(grapheme)) return [current, grapheme];
    const base = grapheme.replace(/[\p{M}\p{Cf}]/gu, '') || replacement;
    for (const text of [grapheme, base]) {
      const font = fonts.find((candidate) => covers(candidate, text));
      if (font) return [font, text];
    }
    fallback ??= load(fallbackFont(folder));
    return [fallback, covers(fallback, grapheme) ? grapheme : covers(fallback, base) ? base : replacement];
  }

  function split(text: string): Array<[font: LoadedFont, text: string]> {
    const runs: Array<[font: LoadedFont, text: string]> = [];
    for (const { segment } of graphemes.segment(text)) {
      const last = runs.at(-1);
      const [font, part] = choose(segment, last?.[0]);
      used.add(font);
      if (last?.[0] === font) last[1] += part;
      else runs.push([font, part]);
    }
    return runs;
  }

  return {
    runs: (text, weight) =>
      split(text).map(([font, part]) => ({
        family: font.family,
        text: part,
        width: font === fallback ? advance(font, part) : font.fonts[weight].layout(part).advanceWidth / font.fonts[weight].unitsPerEm,
      })),
    widthOf: (text) => split(text).reduce((sum, [font, part]) => sum + advance(font, part), 0),
    files: () => [...new Set([...used].flatMap(({ regular, bold }) => [regular, bold]))],
  };
}

const load = (family: FontFamily): LoadedFont => ({
  ...family,
  fonts: { 400: openSync(family.regular), 600: openSync(family.bold) },
});

const covers = ({ fonts }: LoadedFont, text: string): boolean =>
  [...text].every((character) => fonts[600].hasGlyphForCodePoint(character.codePointAt(0) ?? 0));

/** The sum of the widths of a text's characters in em. */
function advance({ fonts: { 600: font } }: LoadedFont, text: string): number {
  const characters = [...text.replace(/\p{Mn}/gu, '')];
  return (
    characters.reduce((sum, character) => sum + font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth, 0) / font.unitsPerEm
  );
}

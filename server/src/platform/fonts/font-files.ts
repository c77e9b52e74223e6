import { createRequire } from 'node:module';
import { unpackedInto } from './woff.ts';

/*
 * The fonts of PDFs and pictures. Source Sans 3 covers Latin, Greek, Cyrillic and Vietnamese. Four complex scripts have a font each. UnifontEX, a plain font
 * that covers nearly all of Unicode, is the fallback for everything else (Chinese, Japanese, Korean, symbols …).
 * The Arabic font must draw each letter with one glyph: @react-pdf/textkit loses or misplaces letters that a font, such as Noto Sans Arabic, draws as a shape
 * and separate dots.
 */
export interface FontFamily {
  family: string;
  regular: string;
  bold: string;
}

const { resolve } = createRequire(import.meta.url);

const googleFont = (family: string, name: string): FontFamily => {
  const file = family.replaceAll(' ', '');
  return {
    family,
    regular: resolve(`@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`),
    bold: resolve(`@expo-google-fonts/${name}/600SemiBold/${file}_600SemiBold.ttf`),
  };
};

export const textFont = googleFont('Source Sans 3', 'source-sans-3');

export const scriptFonts: Array<FontFamily & { script: RegExp }> = [
  { script: /\p{Script=Arabic}/u, ...googleFont('IBM Plex Sans Arabic', 'ibm-plex-sans-arabic') },
  { script: /\p{Script=Hebrew}/u, ...googleFont('Noto Sans Hebrew', 'noto-sans-hebrew') },
  { script: /\p{Script=Thai}/u, ...googleFont('Noto Sans Thai', 'noto-sans-thai') },
  { script: /\p{Script=Devanagari}/u, ...googleFont('Noto Sans Devanagari', 'noto-sans-devanagari') },
];

/** Returns the fallback, unpacked into `folder`. Use it only if another font lacks a character, because it is large. */
export function fallbackFont(folder: string): FontFamily {
  const file = unpackedInto(folder, resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff'));
  return { family: 'UnifontExMono', regular: file, bold: file };
}

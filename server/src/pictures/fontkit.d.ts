/** The used part of fontkit, which has no types of its own. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { advanceWidth: number };
    layout(text: string): { advanceWidth: number };
  }
  export function openSync(file: string): Font;
}

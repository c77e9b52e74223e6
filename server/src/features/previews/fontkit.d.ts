/** Types of the parts of fontkit that are used here; the package has none. */
declare module 'fontkit' {
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { advanceWidth: number };
    layout(text: string): { advanceWidth: number };
  }
  export function openSync(file: string): Font;
}

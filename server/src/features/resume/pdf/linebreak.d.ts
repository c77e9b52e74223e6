/** The part of linebreak that is used here; it has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Returns the next position where a line may or must break, and null at the end. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}

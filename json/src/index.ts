/** A JSON formatter that changes only white space, for texts of any size. No dependencies; runs in Node, browsers and workers. */
export { BLOCK as rowBlock, SEGMENT as rowSegment } from '../kernel/segment.ts';
export { createFormatter, type Formatter, MAX_DEPTH } from './formatter.ts';
export { formatText, type TextResult } from './text.ts';
export type {
  Cause,
  Edit,
  FailureCode,
  FormatFailure,
  FormatResult,
  FormatSuccess,
  FormatterOptions,
  Indent,
  Position,
  Snippet,
  Warning,
} from './types.ts';

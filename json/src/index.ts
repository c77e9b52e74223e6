/** A JSON formatter that changes white space and nothing else, for texts of any size. No dependencies; Node, browsers, Workers. */
export { BLOCK as rowBlock, SEGMENT as rowSegment } from '../kernel/segment.ts';
export { createFormatter, type Formatter, MAX_DEPTH } from './formatter.ts';
export { formatText, type TextResult } from './text.ts';
export type {
  Cause,
  FailureCode,
  FormatFailure,
  FormatResult,
  FormatSuccess,
  FormatterOptions,
  Indent,
  Place,
  Snippet,
  Warning,
} from './types.ts';

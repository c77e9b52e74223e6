import { BLOCK } from '../kernel/segment.ts';
import { MORE_INPUT, OUTPUT_FULL, STACK_FULL, SYNTAX_ERROR } from '../kernel/states.ts';
import { diagnose, type RawFailure } from './diagnose.ts';
import { createContext } from './failure-context.ts';
import { acquireKernel, releaseKernel } from './kernel.ts';
import type { FormatFailure, FormatResult, FormatterOptions } from './types.ts';
import { createInspector } from './warnings.ts';

/** Maximum number of open brackets; their stack takes 24 MB. */
export const MAX_DEPTH = 1_000_000;

/** Default of `maxOutput` in bytes: generous for real texts, finite for 100,000 nested brackets. */
function defaultMaxOutput(bytesIn: number): number {
  return 64 * 1024 * 1024 + 32 * bytesIn;
}

export interface Formatter {
  /**
   * Adds a chunk of the text: UTF-8 bytes, split anywhere, or a well-formed string (`isWellFormed`).
   * @returns false after a failure, which `end` returns, when no more input is needed.
   */
  push(chunk: Uint8Array | string): boolean;
  /** Ends the text. Call it once, also after a failure. */
  end(): FormatResult;
}

const encoder = new TextEncoder();

/**
 * Creates a formatter for one text of any size, in constant memory. It accepts strict RFC 8259 in UTF-8 and changes only white space
 * between tokens. After a failure the output is incomplete.
 */
export function createFormatter(options: FormatterOptions = {}): Formatter {
  const { indent = 2, lines = false, documents = false, maxOutput, onOutput, onDocument, onRows, onWarning, verify = false } = options;
  const kernel = acquireKernel();
  const { calls } = kernel;
  calls.reset(
    indent === 'tab' ? 1 : indent === 'none' ? 0 : indent,
    indent === 'tab' ? 0x09 : 0x20,
    indent !== 'none',
    lines,
    documents,
    kernel.stackSize,
  );
  const context = createContext();
  const inspector = onWarning && createInspector(onWarning);
  /** Bytes in earlier windows, and bytes of output. */
  let bytesBefore = 0;
  let bytesOut = 0;
  let documentsStarted = 0;
  let failed: RawFailure | undefined;
  let ended = false;

  function failAt(position: number, code: RawFailure['code'], window: Uint8Array): void {
    calls.updateLineColumn();
    const offset = bytesBefore + position;
    const opened = calls.openBrackets() > 0 && {
      bracket: calls.openKind() === 0x7b ? ('{' as const) : ('[' as const),
      offset: calls.openOffset(),
      line: calls.openLine(),
      column: calls.openColumn(),
    };
    const { before } = context.fail(window, position);
    // A sequence that began in an earlier window has been counted.
    const counted = position < 0 ? ((context.firstByte() ?? 0) >= 0xf0 ? 2 : 1) : 0;
    failed = {
      code,
      offset,
      line: calls.line(),
      column: calls.column() - counted,
      state: calls.state(),
      lines,
      ...(documentsStarted > 1 && { document: documentsStarted }),
      ...(opened && { opened }),
      before,
    };
  }

  /** Runs the kernel until the window is consumed or an error occurs, and passes on its output. */
  function drain(step: (room: number) => number, length: number, chunk?: Uint8Array): number {
    while (true) {
      // Growing the stack detaches views of the kernel's memory, so take a new one each time.
      const from = calls.consumed();
      const allowed = maxOutput ?? defaultMaxOutput(bytesBefore + length);
      const status = step(Math.min(kernel.output.length, allowed - bytesOut));
      const written = calls.written();
      const to = calls.consumed();
      if (verify && !calls.onlyWhitespaceChanged(from, to))
        throw new Error(`Internal error: more than white space would change near byte ${bytesBefore + from}.`);
      const window = chunk ?? kernel.input.subarray(0, length);
      inspector?.inspect(window, from, to);
      if (calls.starts() > 0) startDocuments();
      if (written > 0) {
        onOutput?.(kernel.output.subarray(0, written));
        if (onRows) countRows(written, onRows);
        bytesOut += written;
      }
      if (status === STACK_FULL) {
        if (kernel.growStack(MAX_DEPTH)) continue;
        failAt(to, 'too-deep', window);
      } else if (status === OUTPUT_FULL) {
        if (written > 0) continue;
        failAt(to, 'output-limit', window);
      } else if (status === SYNTAX_ERROR) failAt(to, 'syntax', window);
      return status;
    }
  }

  function startDocuments(): void {
    const starts = kernel.starts();
    documentsStarted += starts.length;
    if (onDocument) for (const start of starts) onDocument(bytesOut + start);
  }

  function countRows(written: number, report: NonNullable<FormatterOptions['onRows']>): void {
    for (let at = 0; at < written; ) {
      const end = Math.min(written, at + BLOCK - ((bytesOut + at) % BLOCK));
      calls.countRows(at, end);
      report(calls.rowsEnded(), calls.linesEnded(), bytesOut + end);
      at = end;
    }
  }

  /** Formats `length` bytes in the kernel's input window. `chunk` holds the same bytes unless they came from a string. */
  function format(length: number, chunk?: Uint8Array): void {
    const valid = calls.begin(length);
    const status = drain(calls.run, length, chunk);
    if (status !== MORE_INPUT) return;
    const window = chunk ?? kernel.input.subarray(0, length);
    if (!valid) {
      failAt(calls.invalidSequence(), 'utf8', window);
      return;
    }
    calls.updateLineColumn();
    context.addValid(window);
    bytesBefore += length;
  }

  function pushBytes(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const window = chunk.subarray(from, from + kernel.input.length);
      from += window.length;
      if (failed) {
        if (context.needsMore()) context.addFollowing(window);
        else return;
      } else {
        kernel.input.set(window);
        format(window.length, window);
      }
    }
  }

  function pushText(text: string): void {
    for (let from = 0; from < text.length; ) {
      if (failed) {
        // Only the text after the failure that its message shows.
        pushBytes(encoder.encode(text.slice(from, from + 1024)));
        return;
      }
      const { read, written } = encoder.encodeInto(text.slice(from, from + kernel.input.length), kernel.input);
      from += read;
      format(written);
    }
  }

  function failure(): FormatFailure {
    return diagnose(failed as RawFailure, context.after());
  }

  return {
    push(chunk) {
      if (ended) throw new Error('The text has ended.');
      if (typeof chunk !== 'string') pushBytes(chunk);
      else if (chunk.isWellFormed()) pushText(chunk);
      else throw new TypeError('The string contains a lone surrogate, which UTF-8 cannot encode.');
      return !failed || context.needsMore();
    },
    end() {
      if (ended) throw new Error('The text has ended.');
      ended = true;
      if (!failed) {
        const cut = calls.missingBytes() > 0;
        calls.begin(0);
        if (cut) failAt(calls.invalidSequence(), 'utf8', new Uint8Array());
        else drain(calls.finish, 0);
      }
      inspector?.end(!failed);
      const result: FormatResult = failed
        ? { ok: false, error: failure() }
        : {
            ok: true,
            bytesIn: bytesBefore,
            bytesOut,
            documents: documentsStarted,
            ...(verify && { onlyWhitespaceChanged: true as const }),
          };
      releaseKernel(kernel);
      return result;
    },
  };
}

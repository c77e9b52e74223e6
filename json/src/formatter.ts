import { BLOCK } from '../kernel/segment.ts';
import { MORE_INPUT, OUTPUT_FULL, REFUSED, STACK_FULL } from '../kernel/states.ts';
import { createContext } from './context.ts';
import { diagnose, type Mishap } from './diagnose.ts';
import { giveBack, takeKernel } from './kernel.ts';
import type { FormatFailure, FormatResult, FormatterOptions } from './types.ts';
import { createInspector } from './warnings.ts';

/** Open brackets kept track of at most: 24 MB of stack. */
export const MAX_DEPTH = 1_000_000;

/** Bytes of output allowed when nothing else is said: generous to every real text, finite for 100,000 brackets. */
function usualBudget(bytesIn: number): number {
  return 64 * 1024 * 1024 + 32 * bytesIn;
}

export interface Formatter {
  /**
   * Takes the next piece of the text: UTF-8 cut anywhere, or a well-formed string (`isWellFormed`).
   * @returns whether more is wanted; false after a failure, whose details `end` gives.
   */
  push(chunk: Uint8Array | string): boolean;
  /** Ends the text. To be called once, also after a failure. */
  end(): FormatResult;
}

const encoder = new TextEncoder();

/**
 * A formatter for one text of any size, in constant memory. Strict RFC 8259 over UTF-8; nothing but the white space between tokens is
 * changed. What it has put out before a failure is the beginning of a text, not a text.
 */
export function createFormatter(options: FormatterOptions = {}): Formatter {
  const { indent = 2, lines = false, budget, onOutput, onRows, onWarning, verify = false } = options;
  const kernel = takeKernel();
  const { calls } = kernel;
  calls.reset(
    indent === 'tab' ? 1 : indent === 'none' ? 0 : indent,
    indent === 'tab' ? 0x09 : 0x20,
    indent !== 'none',
    lines,
    kernel.stackSize,
  );
  const context = createContext();
  const inspector = onWarning && createInspector(onWarning);
  /** Bytes in the windows before this one, and bytes put out. */
  let bytesBefore = 0;
  let bytesOut = 0;
  let mishap: Mishap | undefined;
  let ended = false;

  function failAt(position: number, code: Mishap['code'], window: Uint8Array): void {
    calls.countPlaces();
    const offset = bytesBefore + position;
    const opened = calls.openBrackets() > 0 && {
      bracket: calls.openKind() === 0x7b ? ('{' as const) : ('[' as const),
      offset: calls.openOffset(),
      line: calls.openLine(),
      column: calls.openColumn(),
    };
    const { before } = context.fail(window, position);
    // A sequence that began in an earlier window is counted already.
    const counted = position < 0 ? ((context.firstByte() ?? 0) >= 0xf0 ? 2 : 1) : 0;
    mishap = {
      code,
      offset,
      line: calls.line(),
      column: calls.column() - counted,
      state: calls.state(),
      lines,
      ...(opened && { opened }),
      before,
    };
  }

  /** Runs the kernel until the window is consumed or something is wrong, handing out what it writes. */
  function drain(step: (room: number) => number, length: number, chunk?: Uint8Array): number {
    while (true) {
      // Growing the stack detaches views of the kernel's memory, so a window there is looked up anew each time.
      const from = calls.consumed();
      const allowed = budget ?? usualBudget(bytesBefore + length);
      const status = step(Math.min(kernel.output.length, allowed - bytesOut));
      const written = calls.written();
      const to = calls.consumed();
      if (verify && !calls.onlySpaceChanged(from, to))
        throw new Error(`More than white space would change near byte ${bytesBefore + from}: a defect of the formatter.`);
      const window = chunk ?? kernel.input.subarray(0, length);
      inspector?.inspect(window, from, to);
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
        failAt(to, 'output-budget', window);
      } else if (status === REFUSED) failAt(to, 'syntax', window);
      return status;
    }
  }

  function countRows(written: number, tell: NonNullable<FormatterOptions['onRows']>): void {
    for (let at = 0; at < written; ) {
      const end = Math.min(written, at + BLOCK - ((bytesOut + at) % BLOCK));
      calls.countRows(at, end);
      tell(calls.rowsEnded(), calls.linesEnded(), bytesOut + end);
      at = end;
    }
  }

  /** Formats the `length` bytes that the kernel's input holds; `chunk` holds the same, if they came as bytes. */
  function format(length: number, chunk?: Uint8Array): void {
    const valid = calls.begin(length);
    const status = drain(calls.run, length, chunk);
    if (status !== MORE_INPUT) return;
    const window = chunk ?? kernel.input.subarray(0, length);
    if (!valid) {
      failAt(calls.badSequence(), 'utf8', window);
      return;
    }
    calls.countPlaces();
    context.pass(window);
    bytesBefore += length;
  }

  function pushBytes(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const window = chunk.subarray(from, from + kernel.input.length);
      from += window.length;
      if (mishap) {
        if (context.wantsMore()) context.follow(window);
        else return;
      } else {
        kernel.input.set(window);
        format(window.length, window);
      }
    }
  }

  function pushText(text: string): void {
    for (let from = 0; from < text.length; ) {
      if (mishap) {
        // Only what the failure is to be shown with.
        pushBytes(encoder.encode(text.slice(from, from + 1024)));
        return;
      }
      const { read, written } = encoder.encodeInto(text.slice(from, from + kernel.input.length), kernel.input);
      from += read;
      format(written);
    }
  }

  function failure(): FormatFailure {
    return diagnose(mishap as Mishap, context.after());
  }

  return {
    push(chunk) {
      if (ended) throw new Error('The text has ended.');
      if (typeof chunk !== 'string') pushBytes(chunk);
      else if (chunk.isWellFormed()) pushText(chunk);
      else throw new TypeError('The string holds half of a surrogate pair, which UTF-8 cannot express.');
      return !mishap || context.wantsMore();
    },
    end() {
      if (ended) throw new Error('The text has ended.');
      ended = true;
      if (!mishap) {
        const cut = calls.missingBytes() > 0;
        calls.begin(0);
        if (cut) failAt(calls.badSequence(), 'utf8', new Uint8Array());
        else drain(calls.finish, 0);
      }
      inspector?.end(!mishap);
      const result: FormatResult = mishap
        ? { ok: false, error: failure() }
        : { ok: true, bytesIn: bytesBefore, bytesOut, ...(verify && { onlySpaceChanged: true as const }) };
      giveBack(kernel);
      return result;
    },
  };
}

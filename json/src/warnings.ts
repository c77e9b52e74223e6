import { acquireKernel, type Kernel } from './kernel.ts';
import type { Position, Warning } from './types.ts';

const MAX_SAFE = String(Number.MAX_SAFE_INTEGER);

/** Inspects valid text and reports values that other programs may misread. */
export interface Inspector {
  /** Inspects the bytes of `window` from `from` to `to`. Call it with the whole text, in order. */
  inspect(window: Uint8Array, from: number, to: number): void;
  /** Ends the text. `complete` is false after a failure. */
  end(complete: boolean): void;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether the text of an integer is beyond the range that a 64-bit float holds exactly. */
function isLargeInteger(number: string): boolean {
  const digits = number.replace('-', '');
  return digits.length > MAX_SAFE.length || (digits.length === MAX_SAFE.length && digits > MAX_SAFE);
}

/** Whether a number becomes infinity or 0 as a 64-bit float. */
function isOutOfRange(number: string): boolean {
  const [digits = ''] = number.split(/e/i);
  const value = Number(number);
  return !Number.isFinite(value) || (value === 0 && /[1-9]/.test(digits));
}

/** Decodes a key for display. A long key is stored truncated: `whole` is false. */
function displayKey(raw: string, whole: boolean, length: number): string {
  if (!whole) return `${raw}… (${length} bytes)`;
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** The kernel of an earlier inspection, for reuse. */
let idle: Kernel | undefined;

/** Creates an inspector. It uses a second kernel, because the first needs its memory for formatting, and at most 32 MB of memory. */
export function createInspector(warn: (warning: Warning) => void): Inspector {
  const kernel = idle ?? acquireKernel();
  idle = undefined;
  const { calls } = kernel;
  kernel.reserve(calls.inspectionSize.value);
  calls.resetInspection();
  const size = calls.findingSize.value;
  const findings = new DataView(kernel.output.buffer, kernel.output.byteOffset, kernel.output.byteLength);

  /** Reports a finding. kernel/inspect.ts describes its layout. */
  function report(at: number): void {
    const positionAt = (from: number): Position => ({
      offset: findings.getFloat64(from, true),
      line: findings.getFloat64(from + 8, true),
      column: findings.getFloat64(from + 16, true),
    });
    const kind = findings.getInt32(at, true);
    const stored = findings.getInt32(at + 4, true);
    const length = findings.getFloat64(at + 8, true);
    const position = positionAt(at + 16);
    if (kind === 2) warn({ kind: 'lone-surrogate', escape: `\\u${stored.toString(16)}`, ...position });
    else if (kind === 3) warn({ kind: 'too-many-keys', ...position });
    else {
      const text = decoder.decode(kernel.output.subarray(at + 64, at + 64 + stored));
      if (kind === 0)
        warn({ kind: 'duplicate-key', key: displayKey(text, stored === length, length), first: positionAt(at + 40), ...position });
      else if ((kind === 1 || stored === length) && isOutOfRange(text)) warn({ kind: 'out-of-range', number: text, ...position });
      else if (kind === 1 && isLargeInteger(text)) warn({ kind: 'large-integer', number: text, ...position });
    }
  }

  function reportAll(): void {
    const count = calls.takeFindings();
    for (let index = 0; index < count; index++) report(index * size);
  }

  return {
    inspect(window, from, to) {
      kernel.input.set(window.subarray(from, to));
      for (let done = calls.inspect(to - from); ; done = calls.continueInspection()) {
        reportAll();
        if (done) return;
      }
    },
    end(complete) {
      if (complete) calls.endInspection();
      reportAll();
      idle = kernel;
    },
  };
}

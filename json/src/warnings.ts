import { type Kernel, takeKernel } from './kernel.ts';
import type { Place, Warning } from './types.ts';

const MAX_SAFE = String(Number.MAX_SAFE_INTEGER);

/** Reads text that the kernel has found valid, and warns of what other programs may misread. */
export interface Inspector {
  /** Takes the bytes of `window` from `from` to `to`. To be called with all of the text, in order. */
  inspect(window: Uint8Array, from: number, to: number): void;
  /** Ends the text, complete or not. */
  end(complete: boolean): void;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a number's text is an integer that a 64-bit float may not hold. */
function isLargeInteger(number: string): boolean {
  const digits = number.replace('-', '');
  return digits.length > MAX_SAFE.length || (digits.length === MAX_SAFE.length && digits > MAX_SAFE);
}

/** The key that stands there as `raw`, of which only the beginning is kept when it is long. */
function keyOf(raw: string, whole: boolean, length: number): string {
  if (!whole) return `${raw}… (${length} bytes)`;
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** A kernel that inspected a former text. */
let idle: Kernel | undefined;

/** Inspects with a kernel of its own, because the one that formats has its memory full. In constant memory: at most 32 MB. */
export function createInspector(warn: (warning: Warning) => void): Inspector {
  const kernel = idle ?? takeKernel();
  idle = undefined;
  const { calls } = kernel;
  kernel.reserve(calls.inspectionSize.value);
  calls.resetInspection();
  const size = calls.findingSize.value;
  const findings = new DataView(kernel.output.buffer, kernel.output.byteOffset, kernel.output.byteLength);

  /** json/kernel/inspect.ts has the layout of a finding. */
  function tell(at: number): void {
    const placeAt = (from: number): Place => ({
      offset: findings.getFloat64(from, true),
      line: findings.getFloat64(from + 8, true),
      column: findings.getFloat64(from + 16, true),
    });
    const kind = findings.getInt32(at, true);
    const kept = findings.getInt32(at + 4, true);
    const length = findings.getFloat64(at + 8, true);
    const place = placeAt(at + 16);
    if (kind === 2) warn({ kind: 'lone-surrogate', escape: `\\u${kept.toString(16)}`, ...place });
    else if (kind === 3) warn({ kind: 'too-many-keys', ...place });
    else {
      const text = decoder.decode(kernel.output.subarray(at + 64, at + 64 + kept));
      if (kind === 0) warn({ kind: 'duplicate-key', key: keyOf(text, kept === length, length), first: placeAt(at + 40), ...place });
      else if (isLargeInteger(text)) warn({ kind: 'large-integer', number: text, ...place });
    }
  }

  function tellAll(): void {
    const count = calls.takeFindings();
    for (let index = 0; index < count; index++) tell(index * size);
  }

  return {
    inspect(window, from, to) {
      kernel.input.set(window.subarray(from, to));
      for (let through = calls.inspect(to - from); ; through = calls.goOnInspecting()) {
        tellAll();
        if (through) return;
      }
    },
    end(complete) {
      if (complete) calls.endInspection();
      tellAll();
      idle = kernel;
    },
  };
}

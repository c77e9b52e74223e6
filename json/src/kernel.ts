/// <reference lib="dom" />
// TypeScript declares WebAssembly in the DOM library, so importers of this module need it.
import { kernelBytes } from '#kernel';

/** The kernel's exports, documented in kernel/index.ts. Booleans are returned as 0 and 1. */
interface KernelExports {
  memory: WebAssembly.Memory;
  inputAddress: WebAssembly.Global<'i32'>;
  inputSize: WebAssembly.Global<'i32'>;
  outputAddress: WebAssembly.Global<'i32'>;
  outputSize: WebAssembly.Global<'i32'>;
  stackAddress: WebAssembly.Global<'i32'>;
  frameSize: WebAssembly.Global<'i32'>;
  reset(indent: number, fill: number, pretty: boolean, lines: boolean, documents: boolean, stackSize: number): void;
  growStack(size: number): void;
  begin(length: number): number;
  run(room: number): number;
  finish(room: number): number;
  consumed(): number;
  written(): number;
  starts(): number;
  startsAddress: WebAssembly.Global<'i32'>;
  state(): number;
  inKey(): number;
  updateLineColumn(): void;
  line(): number;
  column(): number;
  invalidSequence(): number;
  missingBytes(): number;
  openBrackets(): number;
  openKind(): number;
  openOffset(): number;
  openLine(): number;
  openColumn(): number;
  countRows(from: number, to: number): void;
  rowsEnded(): number;
  linesEnded(): number;
  onlyWhitespaceChanged(from: number, to: number): number;
  findingSize: WebAssembly.Global<'i32'>;
  inspectionSize: WebAssembly.Global<'i32'>;
  resetInspection(): void;
  inspect(length: number): number;
  continueInspection(): number;
  endInspection(): void;
  takeFindings(): number;
}

/** An instance of the kernel with its memory. */
export interface Kernel {
  readonly calls: KernelExports;
  /** The input window. */
  readonly input: Uint8Array<ArrayBuffer>;
  /** The output window. */
  readonly output: Uint8Array<ArrayBuffer>;
  /** Returns the positions in the output window where documents start. */
  starts(): Uint32Array;
  /** Size of the bracket stack in bytes. */
  readonly stackSize: number;
  /** Doubles the stack. @returns false if it already has `limit` frames. */
  growStack(limit: number): boolean;
  /** Grows the memory to `size` bytes after the stack's address. */
  reserve(size: number): void;
}

const page = 65_536;

let compiled: WebAssembly.Module | undefined;

function instantiate(): Kernel {
  compiled ??= new WebAssembly.Module(kernelBytes);
  const calls = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  const stackAddress = calls.stackAddress.value;
  const frame = calls.frameSize.value;
  const kernel = {
    calls,
    input: new Uint8Array(new ArrayBuffer(0)),
    output: new Uint8Array(new ArrayBuffer(0)),
    stackSize: 0,
    starts: () => new Uint32Array(calls.memory.buffer, calls.startsAddress.value, calls.starts()),
    growStack(limit: number): boolean {
      const size = Math.min(kernel.stackSize * 2, limit * frame);
      if (size <= kernel.stackSize) return false;
      calls.memory.grow(Math.ceil((size - kernel.stackSize) / page));
      updateViews();
      kernel.stackSize = size;
      calls.growStack(size);
      return true;
    },
    reserve(size: number): void {
      calls.memory.grow(Math.max(0, Math.ceil((stackAddress + size - calls.memory.buffer.byteLength) / page)));
      updateViews();
    },
  };
  // Growing the memory detaches its views.
  function updateViews() {
    kernel.input = new Uint8Array(calls.memory.buffer as ArrayBuffer, calls.inputAddress.value, calls.inputSize.value);
    kernel.output = new Uint8Array(calls.memory.buffer as ArrayBuffer, calls.outputAddress.value, calls.outputSize.value);
  }
  updateViews();
  kernel.stackSize = calls.memory.buffer.byteLength - stackAddress;
  return kernel;
}

const idle: Kernel[] = [];

/** Takes an idle kernel or creates one. The caller owns it until `releaseKernel`. */
export function acquireKernel(): Kernel {
  return idle.pop() ?? instantiate();
}

/** Returns a kernel to the pool. Drops one whose memory has grown. */
export function releaseKernel(kernel: Kernel): void {
  if (idle.length < 2 && kernel.calls.memory.buffer.byteLength <= 4 * 1024 * 1024) idle.push(kernel);
}

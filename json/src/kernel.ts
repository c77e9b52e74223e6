/// <reference lib="dom" />
// TypeScript keeps the types of WebAssembly with those of the DOM; whoever imports this module needs them.
import { kernelBytes } from '#kernel';

/** The kernel's functions; kernel/index.ts says what they do. Booleans cross as 0 and 1. */
interface KernelExports {
  memory: WebAssembly.Memory;
  inputAddress: WebAssembly.Global<'i32'>;
  inputSize: WebAssembly.Global<'i32'>;
  outputAddress: WebAssembly.Global<'i32'>;
  outputSize: WebAssembly.Global<'i32'>;
  stackAddress: WebAssembly.Global<'i32'>;
  frameSize: WebAssembly.Global<'i32'>;
  reset(indent: number, fill: number, pretty: boolean, lines: boolean, stackSize: number): void;
  growStack(size: number): void;
  begin(length: number): number;
  run(room: number): number;
  finish(room: number): number;
  consumed(): number;
  written(): number;
  state(): number;
  inKey(): number;
  countPlaces(): void;
  line(): number;
  column(): number;
  badSequence(): number;
  missingBytes(): number;
  openBrackets(): number;
  openKind(): number;
  openOffset(): number;
  openLine(): number;
  openColumn(): number;
  countRows(from: number, to: number): void;
  rowsEnded(): number;
  linesEnded(): number;
  onlySpaceChanged(from: number, to: number): number;
  findingSize: WebAssembly.Global<'i32'>;
  inspectionSize: WebAssembly.Global<'i32'>;
  resetInspection(): void;
  inspect(length: number): number;
  goOnInspecting(): number;
  endInspection(): void;
  takeFindings(): number;
}

/** One instance of the kernel with its memory. */
export interface Kernel {
  readonly calls: KernelExports;
  /** The window to be filled with text. */
  readonly input: Uint8Array<ArrayBuffer>;
  /** The window the kernel writes to. */
  readonly output: Uint8Array<ArrayBuffer>;
  /** Bytes the stack of open brackets may take now. */
  readonly stackSize: number;
  /** Doubles the stack. @returns false when it already holds `limit` brackets. */
  growStack(limit: number): boolean;
  /** Makes the memory hold `size` bytes from the stack's address on. */
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
    growStack(limit: number): boolean {
      const size = Math.min(kernel.stackSize * 2, limit * frame);
      if (size <= kernel.stackSize) return false;
      calls.memory.grow(Math.ceil((size - kernel.stackSize) / page));
      takeViews();
      kernel.stackSize = size;
      calls.growStack(size);
      return true;
    },
    reserve(size: number): void {
      calls.memory.grow(Math.max(0, Math.ceil((stackAddress + size - calls.memory.buffer.byteLength) / page)));
      takeViews();
    },
  };
  // Growing the memory detaches the views taken of it.
  function takeViews() {
    kernel.input = new Uint8Array(calls.memory.buffer as ArrayBuffer, calls.inputAddress.value, calls.inputSize.value);
    kernel.output = new Uint8Array(calls.memory.buffer as ArrayBuffer, calls.outputAddress.value, calls.outputSize.value);
  }
  takeViews();
  kernel.stackSize = calls.memory.buffer.byteLength - stackAddress;
  return kernel;
}

const idle: Kernel[] = [];

/** A kernel of one's own until it is given back. */
export function takeKernel(): Kernel {
  return idle.pop() ?? instantiate();
}

/** Gives a kernel back for the next text. One that has grown is dropped instead, and its memory with it. */
export function giveBack(kernel: Kernel): void {
  if (idle.length < 2 && kernel.calls.memory.buffer.byteLength <= 4 * 1024 * 1024) idle.push(kernel);
}

/** The compiled kernel: built when needed under Node (kernel-node.ts), embedded by `npm run build` elsewhere. */
export declare const kernelBytes: Uint8Array<ArrayBuffer>;

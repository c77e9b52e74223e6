/** The compiled kernel. Node builds it on demand (kernel-node.ts); bundles embed it (`npm run build -w json`). */
export declare const kernelBytes: Uint8Array<ArrayBuffer>;

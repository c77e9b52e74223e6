import { buildKernel } from './build.ts';

export const kernelBytes = await buildKernel();

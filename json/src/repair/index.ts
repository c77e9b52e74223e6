/** Repairs texts that are almost JSON. Loaded only after a failure. */
export { describeRepair } from './labels.ts';
export { repair } from './repair.ts';
export type { Advice, RepairEdit, RepairKind, RepairResult } from './types.ts';

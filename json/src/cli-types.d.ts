/** Types of cli.ts for other programs, which then need not compile the formatter's source. */
export declare function main(args: string[], program: string): number;

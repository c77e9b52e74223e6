/** What cli.ts is to whoever runs it from another program, and need not know what the formatter is made of. */
export declare function main(args: string[], program: string): number;

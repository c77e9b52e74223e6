/* A program for process.test.ts, which ends before it is ready, as one whose library is not installed. */
throw new Error('The library is not installed');

/* What there is to say about a text, and to do with it: not needed before it has been looked at, so it is loaded after the screen. */
export { copyOutput, downloadOutput } from './carry-off';
export { FailureReport } from './FailureReport';
export { WarningList } from './WarningList';

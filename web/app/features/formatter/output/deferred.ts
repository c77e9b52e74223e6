/* Parts of the screen that are needed only after formatting. They are loaded after the screen itself. */
export { copyOutput, downloadOutput } from './export-output';
export { FailureReport } from './FailureReport';
export { WarningList } from './WarningList';

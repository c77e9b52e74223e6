/* What there is to say about a text: not needed before it has been looked at, so it is loaded after the screen. */
export { FailureReport } from './FailureReport';
export { WarningList } from './WarningList';

export { firstLineOf } from '@dev-connector/contract';

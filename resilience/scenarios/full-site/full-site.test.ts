import { testShort } from '../../short.ts';

testShort(['full-site']);

import { describeOracle } from '../check/support/describe-oracle.ts';

// `test/slow` tries more
describeOracle(1, 200);

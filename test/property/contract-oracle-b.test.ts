import { describeOracle } from '../check/support/describe-oracle.ts';

describeOracle(1_000_000);

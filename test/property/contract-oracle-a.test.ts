import { describeOracle } from '../check/support/describe-oracle.ts';

describeOracle(1);

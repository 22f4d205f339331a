import { describeOracle } from '../check/support/describe-oracle.ts';

describeOracle(1_000_000, process.env['DEEP'] === '1' ? 10_000 : 5_000);

import { describeOracle } from '../check/support/describe-oracle.ts';

// one half; the other is in a file of its own, so that both run at the same time
describeOracle(1, process.env['DEEP'] === '1' ? 10_000 : 5_000);

import { fullCompile, graphqlJs, reload } from './contenders.ts';

/** Runs one contender in a process of its own, as a start does, and prints its timing. */
const contenders = { graphqlJs, fullCompile, reload };
const run = contenders[process.argv[2] as keyof typeof contenders];
console.log(JSON.stringify(await run()));

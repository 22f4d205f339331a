import { contenders, type ContenderName } from './contenders.ts';

// one contender in a process of its own, as a start is; prints its timing as JSON
const name = process.argv[2] as ContenderName;
process.stdout.write(JSON.stringify(await contenders[name]()));

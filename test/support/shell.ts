import { runCli } from '../../src/cli/program.ts';
import { createTestContext } from '../cli/streams.ts';

/** What a command line came to. */
export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** A folder and an environment in which command lines are run, as in a shell. */
export class Shell {
  readonly env: Record<string, string> = {};
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a line: `export NAME=value`, or a command of the gateway, whose name it begins with. */
  async run(line: string): Promise<Ran> {
    const [first = '', ...args] = wordsOf(line);
    if (first === 'export') {
      const [name = '', value = ''] = args.join(' ').split('=');
      this.env[name] = value;
      return { code: 0, output: '', errors: '' };
    }
    if (first !== 'graphql-mcp-gateway') throw new Error(`no command of the gateway: ${line}`);
    const { context, output, errors } = createTestContext(this.#folder, this.env);
    const code = await runCli(args, context);
    return { code, output: output.text(), errors: errors.text() };
  }

  /** Starts a line that runs until it is stopped; answers the address that it prints. */
  async start(line: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
    const [, ...args] = wordsOf(line);
    const { context, output, errors, stop } = createTestContext(this.#folder, this.env);
    const ended = runCli([...args, '--port', '0', '--no-watch'], context);
    const failed = ended.then((code) => Promise.reject(new Error(`${code}: ${errors.text()}`)));
    const end = await Promise.race([stop, failed]);
    failed.catch(() => {});
    const url = /http:\S+/.exec(output.text())?.[0] ?? '';
    return {
      url,
      stop: async () => {
        await end();
        await ended;
      },
    };
  }
}

/** Splits a line into words; those in single quotes stay whole. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|[^\s']+/g)].map(([word, quoted]) => quoted ?? word);
}

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/program.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { closeLater, serve } from '../support/servers.ts';
import { createTestContext } from './streams.ts';

const runProgram = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gateway-check-')));
  await write('gateway.yaml', 'schema: schema/*.graphql\nendpoint: http://127.0.0.1:9/graphql\n');
  await write(
    'schema/films.graphql',
    'type Query { film(id: ID!): Film }\ntype Film { id: ID! name: String! year: Int }\n',
  );
  await write(
    'operations/getFilm.graphql',
    '# Gets one film.\nquery getFilm($id: ID!) { film(id: $id) { id name year } }\n',
  );
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8');
  expect(text).toContain(from);
  await write(path, text.replace(from, to));
}

async function run(args: readonly string[]) {
  const { context, output, errors } = createTestContext(folder, {});
  const code = await runCli(args, context);
  return { code, output: output.text(), errors: errors.text() };
}

async function git(...args: readonly string[]): Promise<string> {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  return (await runProgram('git', [...identity, ...args], { cwd: folder })).stdout;
}

const breakIt = () => edit('schema/films.graphql', 'name: String!', 'name: String');

describe('check', () => {
  it('reports a missing lock file', async () => {
    expect(await run(['check'])).toEqual({
      code: 2,
      output: '',
      errors:
        '  error LOCK_MISSING\n    There is no lock file tools.lock.json.\n    Write one with `check --update`, and commit it.\n',
    });
  });

  it('writes the lock, and then finds no changes', async () => {
    const written = await run(['check', '--update']);
    expect([written.code, written.errors]).toEqual([0, 'Wrote tools.lock.json.\n']);
    expect(written.output).toContain('The tool is new. TOOL_ADDED');
    const lock = await readFile(join(folder, 'tools.lock.json'), 'utf8');
    const { code, output } = await run(['check']);
    expect([code, output.split('\n')[0]]).toEqual([
      0,
      'Compared with tools.lock.json: nothing changed.',
    ]);
    await run(['check', '--update']);
    expect(await readFile(join(folder, 'tools.lock.json'), 'utf8')).toBe(lock);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('reports the first lock, and names skipped operations', async () => {
    await write('operations/odd.graphql', 'query Odd { nothing }\nquery Broken { none no }\n');
    const { code, output, errors } = await run(['check', '--update']);
    expect(code).toBe(1);
    expect(output.split('\n')[0]).toBe('There was no lock to compare with.');
    expect(errors).toBe('Wrote tools.lock.json without skipped operations: Odd, Broken.\n');
    const lock = JSON.parse(await readFile(join(folder, 'tools.lock.json'), 'utf8')) as object;
    expect(lock).toMatchObject({ tools: { getFilm: {} } });
    const markdown = await run(['check', '--update', '--format', 'markdown']);
    expect(markdown.output).toContain('Compared with `tools.lock.json`.');
  });

  it('advises to update the lock only after a comparison with a lock', async () => {
    await run(['check', '--update']);
    await edit('operations/getFilm.graphql', '# Gets one film.', '# Gets a film.');
    expect((await run(['check'])).output).toContain('Run "check --update" to lock what changed.');
  });

  it('exits with 4 for a breaking change, and shows an example and its cause', async () => {
    await run(['check', '--update']);
    await breakIt();
    const { code, output } = await run(['check', '--explain']);
    expect(code).toBe(4);
    // places are relative to the folder of the process, which a test cannot change
    expect(output.replaceAll(/[^\s(]*gateway-check-\w+\//g, '')).toMatchInlineSnapshot(`
      "Compared with tools.lock.json: breaking.

      breaking (1)
        getFilm  operations/getFilm.graphql:2:1
          Result "data.film.name" may be null now. OUTPUT_WIDENED
            an answer that is possible now: {"data":{"film":{"id":"text","name":null,"year":1}}}
            because: Film.name changed from String! to String. (schema/films.graphql:2:21)

      Tool list: about 222 tokens (+2).
      Failed: 1 change is breaking.
      "
    `);
  });

  it.each([
    ['a constant', '"en") }', '"de") year }', 'dangerous'],
    [
      'the root field of a mutation',
      'archive(id: $id) { id',
      'remove(id: $id) { id year',
      'breaking',
    ],
  ])('exits with 4 if %s changes, though more is selected', async (_, from, to, verdict) => {
    await write(
      'schema/films.graphql',
      `type Query { film(id: ID!): Film }
      type Film { id: ID! name: String! title(lang: String): String year: Int }
      type Mutation { archive(id: ID!): Film remove(id: ID!): Film }`,
    );
    await write(
      'operations/getFilm.graphql',
      `# Gets one film.
      query getFilm($id: ID!) { film(id: $id) { id title(lang: "en") } }
      # Archives a film.
      mutation archive($id: ID!) { r: archive(id: $id) { id } }`,
    );
    await run(['check', '--update']);
    await edit('operations/getFilm.graphql', from, to);
    const { code, output } = await run(['check', '--fail-on', 'dangerous']);
    expect(code).toBe(4);
    expect(output).toContain(`Compared with tools.lock.json: ${verdict}.`);
  });

  it('allows a breaking change with --fail-on never, and locks it with --update', async () => {
    await run(['check', '--update']);
    await breakIt();
    expect((await run(['check', '--fail-on', 'never'])).code).toBe(0);
    const updated = await run(['check', '--update']);
    expect(updated.code).toBe(0);
    // what changed is locked now
    expect(updated.output.trimEnd().split('\n').at(-1)).toBe('Passed.');
    expect((await run(['check', '--fail-on', 'any'])).code).toBe(0);
  });

  it('writes reports to standard output and files', async () => {
    await run(['check', '--update']);
    await breakIt();
    const formats = ['json', 'sarif=out/contract.sarif', 'junit=out/contract.xml'];
    const { code, output } = await run(['check', ...formats.flatMap((one) => ['--format', one])]);
    expect(code).toBe(4);
    expect((JSON.parse(output) as { readonly verdict: string }).verdict).toBe('breaking');
    expect(await readFile(join(folder, 'out/contract.sarif'), 'utf8')).toContain(
      '"OUTPUT_WIDENED"',
    );
    expect(await readFile(join(folder, 'out/contract.xml'), 'utf8')).toContain('failures="1"');
    const text = await run(['check', '--format', 'markdown=out/comment.md']);
    expect(text.output).toContain('Compared with tools.lock.json: breaking.');
  });

  it('reads rules next to the configuration, which flags override', async () => {
    await run(['check', '--update']);
    await breakIt();
    const reason = 'reason: It was never there for old films.';
    await write('tools.check.yaml', `allow: [{ code: OUTPUT_WIDENED, tool: getFilm, ${reason} }]`);
    expect((await run(['check'])).code).toBe(0);
    await write('tools.check.yaml', 'failOn: never\ntokenBudget: 10\n');
    expect((await run(['check'])).code).toBe(1);
    expect((await run(['check', '--token-budget', '5000'])).code).toBe(0);
    expect((await run(['check', '--fail-on', 'breaking'])).code).toBe(4);
    expect((await run(['check', '--rules', 'other.yaml'])).errors).toContain(
      'The rules file other.yaml does not exist.',
    );
  });

  it('fails on diagnostics of the compiler', async () => {
    await run(['check', '--update']);
    await write('operations/broken.graphql', 'query broken { nothing }');
    expect((await run(['check'])).code).toBe(1);
    expect((await run(['check', '--lint-fail-on', 'never'])).code).toBe(0);
  });

  it('replaces an invalid lock', async () => {
    await write('tools.lock.json', '<<<<<<< HEAD\n{}\n=======\n');
    expect((await run(['check'])).errors).toContain('tools.lock.json:1:1: error LOCK_CONFLICT');
    expect((await run(['check', '--update'])).code).toBe(0);
    expect((await run(['check'])).code).toBe(0);
  });

  it.each([
    [['--format', 'pdf'], 'CLI_UNKNOWN_FORMAT'],
    [['--token-budget', 'many'], 'CLI_WRONG_BUDGET'],
    [['--fail-on', 'all'], "argument 'all' is invalid"],
    [
      ['--against', './gone.lock.json'],
      'There is no lock file gone.lock.json.\n    Check the path after --against,',
    ],
    [['--against', '127.0.0.1:4350/mcp'], 'Write http://127.0.0.1:4350/mcp or https://'],
    [['--against', '[::1]:4350'], 'Write http://[::1]:4350 or https://'],
    [['--against', 'gateway.internal:443'], 'Write http://gateway.internal:443 or https://'],
  ])('rejects %j', async (args, message) => {
    const { code, errors } = await run(['check', ...args]);
    expect(code).toBe(2);
    expect(errors).toContain(message);
  });
});

describe('check --format with a file that cannot be written', () => {
  it.each([
    ['json=operations', 'CLI_FILE_UNWRITABLE', 'it is a folder.'],
    ['json=gateway.yaml/report.json', 'CLI_FILE_UNWRITABLE', 'one of its folders is a file.'],
    ['json=', 'CLI_WRONG_USAGE', '"--format json=" names no file.'],
  ])('rejects %s, naming the file', async (format, name, why) => {
    await run(['check', '--update']);
    const { code, errors } = await run(['check', '--format', format]);
    expect(code).toBe(2);
    expect(errors).toContain(name);
    expect(errors).toContain(why);
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining('.tmp'));
  });
});

describe('check --against a git revision', () => {
  beforeEach(async () => {
    await git('init', '--quiet', '--initial-branch=main');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'first');
  });

  it('compares with its sources without changing the repository', async () => {
    expect((await run(['check', '--against', 'main'])).code).toBe(0);
    await breakIt();
    await git('add', 'schema');
    await edit('operations/getFilm.graphql', '# Gets one film.', '# Gets a film.');
    const before = await git('status', '--porcelain');
    const { code, output } = await run(['check', '--against', 'HEAD', '--explain']);
    expect(code).toBe(4);
    expect(output).toContain('Compared with revision HEAD: breaking.');
    expect(output).toContain('because: Film.name changed from String! to String.');
    expect(output).toContain('DESCRIPTION_CHANGED');
    expect(await git('status', '--porcelain')).toBe(before);
  });

  it('does not advise to update the lock', async () => {
    await edit('operations/getFilm.graphql', '# Gets one film.', '# Gets a film.');
    const { code, output } = await run(['check', '--against', 'HEAD']);
    expect([code, output.includes('DESCRIPTION_CHANGED')]).toEqual([0, true]);
    expect(output.trimEnd().split('\n').at(-1)).toBe('Passed.');
  });

  it('compares with the same folder', async () => {
    await mkdir(join(folder, 'deep'));
    for (const name of ['gateway.yaml', 'schema', 'operations']) {
      await cp(join(folder, name), join(folder, 'deep', name), { recursive: true });
    }
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'second');
    await edit('deep/schema/films.graphql', 'year: Int', 'year: String');
    const { code, output } = await run(['check', '--config', 'deep', '--against', 'HEAD']);
    expect([code, output.includes('data.film.year')]).toEqual([4, true]);
  });

  it('reports an unknown revision and a missing repository', async () => {
    const unknown = await run(['check', '--against', 'no-such-branch']);
    expect([unknown.code, unknown.errors]).toEqual([
      2,
      expect.stringContaining('The git revision "no-such-branch" does not exist.'),
    ]);
    const option = await run(['check', '--against=--output=x']);
    expect([option.code, option.errors.includes('GIT_FAILED')]).toEqual([2, true]);
    await rm(join(folder, '.git'), { recursive: true });
    const nowhere = await run(['check', '--against', 'main']);
    expect([nowhere.code, nowhere.errors.includes('is not in a git repository')]).toEqual([
      2,
      true,
    ]);
  });
});

describe('check --against a running gateway', () => {
  it('compares with its tools', async () => {
    const gateway = await createGateway({
      baseDir: folder,
      schema: 'schema/*.graphql',
      endpoint: 'http://127.0.0.1:9/graphql',
    });
    closeLater(() => gateway.close());
    const listener = getRequestListener((request) => gateway.fetch(request));
    const url = await serve((request, response) => void listener(request, response));
    const endpoint = new URL('/mcp', url).href;
    expect((await run(['check', '--against', endpoint])).code).toBe(0);
    await breakIt();
    const { code, output } = await run(['check', '--against', endpoint, '--explain']);
    expect(code).toBe(4);
    expect(output).toContain(`Compared with the gateway at ${endpoint}: breaking.`);
  });

  it('exits with 3 if it does not answer', async () => {
    const { code, errors } = await run(['check', '--against', 'http://127.0.0.1:9/mcp']);
    expect([code, errors.includes('GATEWAY_UNREACHABLE')]).toEqual([3, true]);
  });
});

describe('types', () => {
  it('writes declarations to standard output or a file', async () => {
    const { code, output } = await run(['types']);
    expect(code).toBe(0);
    expect(output).toContain('export type GetFilmArguments = {\n  readonly id: string;\n};');
    const written = await run(['types', '--out', 'src/tools.d.ts']);
    expect(written).toEqual({ code: 0, output: '', errors: 'Wrote src/tools.d.ts.\n' });
    expect(await readFile(join(folder, 'src/tools.d.ts'), 'utf8')).toBe(output);
  });
});

describe('the GitHub action', () => {
  it('uses existing flags', async () => {
    const action = await readFile(join(root, 'action.yml'), 'utf8');
    const help = (await run(['check', '--help'])).output;
    const flags = new Set(action.match(/--(?!no-install)[a-z-]+(?=[ =])/g));
    expect(flags.size).toBeGreaterThan(4);
    expect([...flags].filter((flag) => !help.includes(flag))).toEqual([]);
  });
});

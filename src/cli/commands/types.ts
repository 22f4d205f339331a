import { relative, resolve } from 'node:path';
import { formatTypes } from '../../check/format-types.ts';
import { surfaceOf } from '../../check/surface/compile-surface.ts';
import { packageVersion } from '../../gateway/package-version.ts';
import { textOption, type CliCommand } from '../cli-command.ts';
import { readUnlocked } from '../contract-source.ts';
import { exitCodes } from '../exit-codes.ts';
import { createPrinter } from '../output.ts';
import { replaceFile } from '../replace-file.ts';
import { addSourceOptions, loadSources } from '../source-options.ts';

/** Writes TypeScript declarations, for those who call tools from code. */
export const typesCommand: CliCommand = {
  name: 'types',
  examples: [['graphql-mcp-gateway types --out src/tools.d.ts', 'Writes the types of all tools.']],
  configure(command) {
    command
      .description('Writes TypeScript declarations of every tool\u2019s arguments and result.')
      .option('-o, --out <file>', 'File to write. (default: standard output)');
    addSourceOptions(command, false);
  },
  async run({ context, options }) {
    const loaded = await loadSources(context, options);
    const { catalog, schemas } = await readUnlocked(loaded, context);
    const text = formatTypes(surfaceOf(catalog, { gateway: packageVersion(), schemas }));
    const out = textOption(options, 'out');
    if (out === undefined) {
      context.output.write(text);
      return exitCodes.ok;
    }
    const path = resolve(context.folder, out);
    await replaceFile(path, text);
    createPrinter(context.errors).line(`Wrote ${relative(context.folder, path)}.`);
    return exitCodes.ok;
  },
};

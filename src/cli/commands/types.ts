import { relative, resolve } from 'node:path';
import { formatTypes } from '../../check/types.ts';
import { surfaceOf } from '../../check/surface/compile-surface.ts';
import { packageVersion } from '../../gateway/package-version.ts';
import { textOption, type CliCommand } from '../command/command.ts';
import { exitCodes } from '../command/errors.ts';
import { createPrinter } from '../output/printer.ts';
import { replaceFile } from '../command/files.ts';
import { addSourceOptions, loadSources, readUnlocked } from '../sources/sources.ts';

/** Writes TypeScript declarations for code that calls tools. */
export const typesCommand: CliCommand = {
  name: 'types',
  examples: [['graphql-mcp-gateway types --out src/tools.d.ts', 'Write the types of all tools.']],
  configure(command) {
    command
      .description('Write TypeScript declarations of the arguments and results of all tools.')
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

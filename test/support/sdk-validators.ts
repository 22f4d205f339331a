import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The options of the MCP TypeScript SDK's clients. */
const sdkOptions = {
  strict: false,
  validateFormats: true,
  validateSchema: false,
  allErrors: true,
  // what the SDK warns about (unknown formats) is no error
  logger: false as const,
};

/** A schema compiled the way clients compile it: as draft-07, and as 2020-12. */
export interface SdkValidators {
  readonly draft07: ValidateFunction;
  readonly draft2020: ValidateFunction;
}

/** Compiles a schema in both dialects that clients take it for. */
export function sdkValidatorsOf(schema: object): SdkValidators {
  const draft07 = new Ajv(sdkOptions);
  const draft2020 = new Ajv2020(sdkOptions);
  addFormats.default(draft07);
  addFormats.default(draft2020);
  return { draft07: draft07.compile(schema), draft2020: draft2020.compile(schema) };
}

/** What the two dialects find wrong with a value, in words; empty when it is valid in both. */
export function problemsOf({ draft07, draft2020 }: SdkValidators, value: unknown): string[] {
  return [draft07, draft2020].flatMap((validate) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  });
}

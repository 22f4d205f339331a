import type { JsonSchema, ObjectSchema } from '../../core/json-schema.ts';

/**
 * The errors of an answer, in the gateway's own form. Every tool repeats this part, so it is short.
 */
const errors: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      path: { type: 'array', items: { type: ['string', 'integer'] } },
      classification: { type: 'string' },
      extensions: { type: 'object' },
    },
    required: ['message'],
  },
};

/**
 * The schema of a tool's `structuredContent`: `{ data, errors?, extensions? }`.
 *
 * `data` always stands, and is null when nothing could be answered: the call was refused, failed, or
 * a null travelled up to the root. It is for the writer of `data` to allow null.
 */
export function envelopeOf(data: JsonSchema): ObjectSchema {
  return {
    type: 'object',
    properties: { data, errors, extensions: { type: 'object' } },
    required: ['data'],
  };
}

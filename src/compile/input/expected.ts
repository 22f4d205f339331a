import { cutText } from '../../core/text.ts';
import type { ScalarKind } from '../model/well-known-scalars.ts';
import type { InputShape } from './input-shape.ts';

/** Names what is expected in a place, in words of JSON. */
export function expected(shape: InputShape): string {
  switch (shape.kind) {
    case 'scalar':
      return words[shape.rule.kind];
    case 'enum':
      return `one of ${cutText([...shape.names].join(', '), 400)}`;
    case 'list':
      return `a list, each item ${expected(shape.item.shape)}`;
    case 'object':
      return `an object with ${cutText([...shape.fields.keys()].join(', '), 200)}`;
  }
}

const words: { readonly [Kind in ScalarKind]: string } = {
  string: 'text',
  id: 'an id (text)',
  digits: 'a number (text)',
  int: 'a whole number',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  json: 'any JSON value',
  object: 'a JSON object',
  upload: 'a file: an object with filename, contentType and base64',
  schema: 'a value of its schema',
  unknown: 'text',
};

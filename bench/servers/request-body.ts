/** The operation behind the tool `listItems` that every server offers. */
export const query =
  'query listItems($first: Int! = 10) {\n  items(first: $first) {\n    id\n    name\n    price\n    tags\n  }\n}';

/** What the references send upstream. */
export const graphqlBody = JSON.stringify({
  query,
  operationName: 'listItems',
  variables: { first: 10 },
});

/** The output schema that the references advertise: that of the operation. */
export const outputSchema = {
  type: 'object',
  properties: {
    data: {
      type: ['object', 'null'],
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              name: { type: 'string' },
              price: { type: 'number' },
              tags: { type: 'array', items: { type: 'string' } },
            },
            required: ['id', 'name', 'price', 'tags'],
          },
        },
      },
    },
  },
  required: ['data'],
} as const;

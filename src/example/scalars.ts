import { filmError } from './context.ts';

/**
 * Resolvers of the custom scalars.
 *
 * | scalar     | in JSON      | inside the API            |
 * | ---------- | ------------ | ------------------------- |
 * | `Date`     | `2021-05-28` | the same text, it sorts   |
 * | `Duration` | `PT1H47M`    | a number of whole minutes |
 *
 * They are not `GraphQLScalarType`s, which would replace those of the SDL and lose their
 * descriptions and `@specifiedBy`.
 */
export const scalarResolvers = {
  Date: { serialize: String, parseValue: dateOf },
  Duration: { serialize: durationText, parseValue: minutesOf },
} as const;

function dateOf(value: unknown): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw filmError('BAD_REQUEST', `${JSON.stringify(value)} is not a day written YYYY-MM-DD.`);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // `Date` converts invalid days such as 02-30 to another day
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function minutesOf(value: unknown): number {
  const match = typeof value === 'string' ? /^PT(?:(\d{1,4})H)?(?:(\d{1,4})M)?$/.exec(value) : null;
  if (match && (match[1] !== undefined || match[2] !== undefined)) {
    return Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0);
  }
  throw filmError(
    'BAD_REQUEST',
    `${JSON.stringify(value)} is not a length of time such as PT1H47M.`,
  );
}

function durationText(value: unknown): string {
  const minutes = Number(value);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `PT${rest}M`;
  return rest === 0 ? `PT${hours}H` : `PT${hours}H${rest}M`;
}

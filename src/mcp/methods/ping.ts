import type { Method } from '../exchange.ts';
import { succeeded } from '../reply.ts';

const empty = succeeded('{}');

/** `ping`: answered at once. */
export const ping: Method = () => empty;

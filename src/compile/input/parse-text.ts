import { maxValueNesting, nestsBeyond } from './nests-beyond.ts';

/** What a text says as JSON; the text itself where it is none, or nests too deeply to be read. */
export function parseText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return nestsBeyond(value, maxValueNesting) ? text : value;
  } catch {
    return text;
  }
}

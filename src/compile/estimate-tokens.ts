/** Bytes of JSON that make a token, roughly: names and punctuation are short ones. */
export const bytesPerToken = 4;

/** What a tool costs a model to read: a quarter of the bytes of its JSON, rounded up. */
export function estimateTokens(name: string, bytesOfOthers: number): number {
  return Math.ceil((bytesOfOthers + `"name":"${name}",`.length) / bytesPerToken);
}

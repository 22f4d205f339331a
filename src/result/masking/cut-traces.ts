/**
 * Cuts a text before the first stack frame, whatever language it is of. A line of prose that begins
 * with `at` is kept: `at least 3 letters`.
 */
export function cutTraces(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => isFrame(line.trim().slice(0, 500)));
  const kept = first < 0 ? text : lines.slice(0, first).join('\n');
  const inline = inlineStart(kept);
  return inline < 0 ? kept : kept.slice(0, inline);
}

/** Beginnings of lines of stack traces, by language. */
const frames: readonly RegExp[] = [
  // JavaScript
  /^at .*\.\w{1,5}:\d/,
  /^at (?:async |new )?[\w$.<>[\]]+ \((?:node:|native|file:|<anonymous>|\/)/,
  /^at (?:<anonymous>|node:|file:)/,
  // Java, Kotlin
  /^at [\w$]+(?:\.[\w$<>]+)+\(/,
  /^at [a-z]+(?:\.[a-z]+)+\//,
  /^\.\.\. \d+ more$/,
  // .NET
  /^at [\w$]+(?:\.[\w$<>`]+)+\(.*\) in /,
  // Python
  /^Traceback \(most recent call last\)/,
  /^File "[^"]*", line \d/,
  // Go
  /^goroutine \d+ \[/,
  // Rust
  /^(?:stack backtrace:$|\d+: +\w+::)/,
  // PHP
  /^(?:Stack trace:$|#\d+ (?:\{main\}|\S+\(\d+\): ))/,
  // Ruby
  /^from \S+:\d+:in /,
];

function isFrame(line: string): boolean {
  return frames.some((pattern) => pattern.test(line));
}

/** Where a stack trace begins within a line; -1 if there is none. */
function inlineStart(text: string): number {
  const named = text.search(
    /Traceback \(most recent call last\)|File "[^"\n]*", line \d|goroutine \d+ \[/,
  );
  if (named >= 0) return named;
  const calls = [...text.matchAll(/ at (?:async )?[\w$.<>/]+ ?\(([^()\n]*)\)/g)];
  return calls.find(([, place = '']) => /\.\w{1,5}:\d|:\d{1,6}:\d/.test(place))?.index ?? -1;
}

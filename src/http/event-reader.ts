/** Reads the data of server-sent events from the chunks of a stream. */
export interface EventReader {
  /** The data of the events that end in this chunk. */
  read(chunk: Uint8Array): readonly string[];
  /** The data of an event that the end of the stream cut short, if there is one. */
  end(): readonly string[];
}

/** Creates a reader for one stream (https://html.spec.whatwg.org/#event-stream-interpretation). */
export function createEventReader(): EventReader {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];

  function readLine(line: string, events: string[]): void {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
    if (line !== '') return;
    if (data.length > 0) events.push(data.join('\n'));
    data = [];
  }

  function readText(text: string): readonly string[] {
    rest += text;
    // splitting only at a line break keeps long lines in small chunks linear
    if (!text.includes('\n')) return [];
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    const events: string[] = [];
    for (const line of lines) readLine(line, events);
    return events;
  }

  return {
    read: (chunk) => readText(decoder.decode(chunk, { stream: true })),
    end: () => readText(`${decoder.decode()}\n\n`),
  };
}

import { isModernArrival, legacyRevisionOf, unknownId, type Arrival } from './arrival.ts';
import { invalidRequest, refused, type Classified, type Single } from './classified.ts';
import { readEnvelope } from './envelope.ts';
import { readMessage } from './message.ts';
import { featuresOf, type Revision } from './versions.ts';

/** More is refused, for one request would otherwise start any number of upstream calls. */
const maxItems = 100;

/**
 * Classifies an array of messages, which revision 2025-03-26 alone has.
 *
 * One item that does not belong there refuses the whole: nothing of a batch runs that was not
 * understood to its end.
 */
export function classifyBatch(items: readonly unknown[], arrival: Arrival): Classified {
  const revision = legacyRevisionOf(arrival);
  const refuse = (reason: string) => refused(unknownId(arrival), invalidRequest(reason));
  if (isModernArrival(arrival) || !revision || !featuresOf[revision].batch) {
    return refuse('Arrays of messages exist in revision 2025-03-26 only.');
  }
  if (items.length === 0) return refuse('A batch must have a message.');
  if (items.length > maxItems) return refuse(`A batch may have ${maxItems} messages at most.`);
  const singles: Single[] = [];
  for (const item of items) {
    const single = readItem(item, revision);
    if (typeof single === 'string') return refuse(single);
    singles.push(single);
  }
  return { kind: 'batch', items: singles };
}

/** Reads one item, or says why it cannot stand in a batch. */
function readItem(value: unknown, revision: Revision): Single | string {
  const message = readMessage(value);
  if (message.kind === 'invalid') return message.reason;
  if (message.kind === 'response') return message;
  if (readEnvelope(message.params).kind !== 'none') {
    return 'A message that claims a revision in its _meta must be sent alone.';
  }
  if (message.kind === 'notification') {
    return { kind: 'notification', revision, notification: message };
  }
  if (message.method === 'initialize') return '"initialize" must be sent alone.';
  return { kind: 'request', revision, request: message };
}

import type { StopSignal } from '../http/exchange.ts';

/** How a call's wait for a place ended. */
type QueueResult = 'entered' | 'full' | 'stopped';

/** Identifies a caller; anonymous callers count as one. */
type CallerId = string | undefined;

/**
 * Limits the number of calls that run and that wait, and shares both out by caller.
 *
 * | limit   | rule                                                                                     |
 * | ------- | ---------------------------------------------------------------------------------------- |
 * | running | a caller takes a place while it has fewer than four times as many as are free; callers that wait take turns |
 * | waiting | if the queue is full, the newest call of the caller with the longest queue is refused      |
 */
export interface Queue {
  /**
   * Takes a place, or waits for one.
   *
   * @param bytes size of the call: above 16 KiB it counts as several calls.
   */
  enter(caller: CallerId, bytes: number, signal: StopSignal): QueueResult | Promise<QueueResult>;
  /** Returns a place; must be called exactly once per place taken. */
  leave(caller: CallerId): void;
}

/** Places that a caller may have for each one that is free, so that others always find some. */
const maxPerFree = 4;

const bytesPerCall = 16_384;

/** The calls of one caller. */
interface Party {
  running: number;
  /** Total size of the waiting calls, in calls. */
  queued: number;
  /** First come, first served; a Set removes a stopped call without a search. */
  readonly waiting: Set<Waiting>;
}

interface Waiting {
  readonly size: number;
  end(result: QueueResult): void;
}

export function createQueue(maxConcurrent: number, maxQueued: number): Queue {
  /** Callers with calls; of those that wait, the first one is next. */
  const parties = new Map<CallerId, Party>();
  let running = 0;
  let queued = 0;

  function partyOf(caller: CallerId): Party {
    const known = parties.get(caller);
    if (known) return known;
    const party: Party = { running: 0, queued: 0, waiting: new Set() };
    parties.set(caller, party);
    return party;
  }

  function forgetIfIdle(caller: CallerId, party: Party): void {
    if (party.running === 0 && party.waiting.size === 0) parties.delete(caller);
  }

  function tryStart(party: Party): boolean {
    if (party.running >= maxPerFree * (maxConcurrent - running)) return false;
    party.running += 1;
    running += 1;
    return true;
  }

  /** Starts the next waiting call whose caller may have a place. */
  function startNext(): boolean {
    for (const [caller, party] of parties) {
      const [first] = party.waiting;
      if (!first || !tryStart(party)) continue;
      // the caller's next call waits for those of the others
      parties.delete(caller);
      parties.set(caller, party);
      remove(party, first, 'entered');
      return true;
    }
    return false;
  }

  function remove(party: Party, call: Waiting, result: QueueResult): void {
    party.waiting.delete(call);
    party.queued -= call.size;
    queued -= call.size;
    call.end(result);
  }

  /**
   * Refuses the newest calls of callers with longer queues until a call fits. Refuses none and returns
   * false if that is not enough.
   */
  function makeRoom(party: Party, size: number): boolean {
    const refused = new Set<Waiting>();
    const owners = [...parties.values()].map((owner) => ({
      owner,
      queued: owner.queued,
      waiting: [...owner.waiting],
    }));
    let excess = queued + size - maxQueued;
    while (excess > 0) {
      const longest = owners.reduce((a, b) => (b.queued > a.queued ? b : a));
      const newest = longest.waiting.pop();
      if (!newest || longest.queued <= party.queued + size) return false;
      refused.add(newest);
      longest.queued -= newest.size;
      excess -= newest.size;
    }
    for (const { owner } of owners) {
      for (const call of owner.waiting) if (refused.has(call)) remove(owner, call, 'full');
    }
    return true;
  }

  return {
    enter(caller, bytes, signal) {
      if (signal.aborted) return 'stopped';
      const party = partyOf(caller);
      const size = Math.max(1, Math.ceil(bytes / bytesPerCall));
      if (tryStart(party)) return 'entered';
      if (!makeRoom(party, size)) {
        forgetIfIdle(caller, party);
        return 'full';
      }
      return new Promise<QueueResult>((resolve) => {
        const call: Waiting = {
          size,
          end(result) {
            signal.removeEventListener('abort', listener);
            forgetIfIdle(caller, party);
            resolve(result);
          },
        };
        const listener = { handleEvent: () => remove(party, call, 'stopped') };
        party.waiting.add(call);
        party.queued += size;
        queued += size;
        signal.addEventListener('abort', listener);
      });
    },
    leave(caller) {
      const party = partyOf(caller);
      party.running -= 1;
      running -= 1;
      forgetIfIdle(caller, party);
      while (startNext());
    },
  };
}

import { closeSync, openSync, writeSync } from 'node:fs';
import type { Caller, CallContext, ExecutionOutcome, ToolResult } from '../core/call.ts';
import { isJsonObject, parseJsonObject, stableJson } from '../core/json.ts';
import { cutText, sha256Hex } from '../core/text.ts';
import type { Tool } from '../core/tool.ts';

/** Records who called what. */
export interface Audit {
  /** Records a call that ran, or whose arguments were refused. */
  called(call: AuditedCall): void;
  /** Records a request that was refused before a tool ran. */
  refused(refusal: AuditedRefusal): void;
  close(): void;
}

interface AuditedCall {
  /** Identifies the call. */
  readonly id: string;
  readonly tool: Tool;
  readonly args: unknown;
  readonly context: Pick<CallContext, 'caller' | 'headers'>;
  /** Undefined if the arguments were refused. */
  readonly outcome: ExecutionOutcome | undefined;
  readonly result: ToolResult;
  readonly durationMs: number;
}

interface AuditedRefusal {
  readonly cause: string;
  /** What the client sent, or the reason; never a token. */
  readonly value?: string;
  readonly tool?: string;
  readonly caller?: Caller;
}

export interface AuditSettings {
  /** Absolute path of the file that lines are appended to; standard error if undefined. */
  readonly file: string | undefined;
  /** Whether the values of arguments are recorded. */
  readonly values: boolean;
  readonly now: () => Date;
  /** Called once if lines cannot be written, and again after one could be written. */
  readonly onFailure: (error: unknown) => void;
}

/** Refusals that are recorded in a minute; anybody can cause them. */
const maxRefusals = 60;
const maxTextLength = 200;

/** Names of arguments whose values are never recorded. */
const secretName =
  /pass(word|phrase|code)?|secret|token|credential|api_?key|private_?key|otp|pin$/i;

/**
 * Creates the audit log: one line of JSON for each call and for each refused request, written before the
 * answer is sent. Calls go on if it cannot be written.
 *
 * Throws if the file cannot be opened.
 */
export function createAudit({ file, values, now, onFailure }: AuditSettings): Audit {
  const descriptor = file === undefined ? process.stderr.fd : openSync(file, 'a', 0o600);
  let isFailing = false;
  let isClosed = false;
  let minute = 0;
  let refusals = 0;

  function write(entry: object): void {
    // the number of a closed file may belong to another one
    if (isClosed) return;
    try {
      writeSync(descriptor, `${JSON.stringify({ time: now().toISOString(), ...entry })}\n`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) onFailure(error);
      isFailing = true;
    }
  }

  return {
    called: (call) => write(entryOf(call, values)),
    refused({ cause, value, tool, caller }) {
      const current = Math.floor(now().getTime() / 60_000);
      const omitted = current === minute ? 0 : Math.max(0, refusals - maxRefusals);
      if (current !== minute) refusals = 0;
      minute = current;
      refusals += 1;
      if (refusals > maxRefusals) return;
      write({
        event: 'refused',
        cause,
        ...(value && { value: printable(value) }),
        ...(tool !== undefined && { tool: printable(tool) }),
        ...(caller && callerOf(caller)),
        ...(omitted > 0 && { omitted }),
      });
    },
    close() {
      if (file !== undefined && !isClosed) closeSync(descriptor);
      isClosed = true;
    },
  };
}

function entryOf({ id, tool, args, context, ...call }: AuditedCall, values: boolean): object {
  const { outcome, result, durationMs } = call;
  const client = context.headers.get('user-agent');
  const status = outcome && 'status' in outcome ? outcome.status : undefined;
  return {
    event: 'call',
    id,
    ...callerOf(context.caller),
    ...(client && { client: printable(client) }),
    tool: tool.name,
    arguments: isJsonObject(args) ? Object.keys(args).map(printable) : [],
    argumentsHash: sha256Hex(stableJson(args ?? {})),
    ...(values && { values: mask(args ?? {}) }),
    ...resultOf(outcome, result),
    ...(status !== undefined && { status }),
    durationMs: Math.round(durationMs),
  };
}

function callerOf({ subject, issuer }: Caller): object {
  return { caller: subject ?? null, ...(issuer !== undefined && { issuer }) };
}

/** The outcome, and the classification of its first error. */
function resultOf(outcome: ExecutionOutcome | undefined, { isError, structured }: ToolResult) {
  if (!isError && outcome?.kind === 'validated') return { outcome: 'success' };
  const errors = parseJsonObject(structured)?.['errors'];
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const classification = isJsonObject(first) ? first['classification'] : undefined;
  const failed = outcome ? 'failure' : 'refused';
  return {
    outcome: isError ? failed : first === undefined ? 'success' : 'partial',
    ...(typeof classification === 'string' && { classification }),
  };
}

/** Copies a value, without secrets and long texts. */
function mask(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(mask);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      printable(name),
      secretName.test(name) ? '[masked]' : mask(member),
    ]),
  );
}

function printable(text: string): string {
  return cutText(text, maxTextLength).toWellFormed();
}

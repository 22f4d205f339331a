import type { Cell } from '../core/cell.ts';
import { isJsonObject } from '../core/json.ts';
import type { Catalog } from '../core/tool.ts';
import type { Method } from './context.ts';
import { errorCodes, metaKeys, type RpcId } from './message.ts';
import { failed, notificationOf, type ServerInfo, type Subscription } from './reply.ts';

/**
 * `subscriptions/listen`: the stream of notifications of 2026-07-28.
 *
 * Only changes of the tool list are supported, and sent only if requested; every message on the
 * stream carries the id of the request that opened it. If nothing is supported, it ends at once.
 *
 * See https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions.
 */
export function createListen(toolsChanged: ToolsChanged, info: ServerInfo): Method {
  return function listen({ request }) {
    const { notifications } = request.params;
    if (!isJsonObject(notifications)) {
      return failed(errorCodes.INVALID_PARAMS, '"notifications" must be an object.');
    }
    return subscriptionOf(request.id, notifications.toolsListChanged === true, toolsChanged, info);
  };
}

function subscriptionOf(
  id: RpcId,
  tools: boolean,
  toolsChanged: ToolsChanged,
  { name, version }: ServerInfo,
): Subscription {
  const tag = { [metaKeys.subscriptionId]: id };
  const acknowledged = notificationOf('notifications/subscriptions/acknowledged', {
    notifications: tools ? { toolsListChanged: true } : {},
    _meta: tag,
  });
  const changed = notificationOf('notifications/tools/list_changed', { _meta: tag });
  const _meta = { ...tag, [metaKeys.serverInfo]: { name, version } };
  const ended = JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', _meta } });
  return {
    kind: 'subscription',
    open(send) {
      send(acknowledged);
      if (!tools) {
        send(ended);
        return undefined;
      }
      const stop = toolsChanged.subscribe(() => send(changed));
      return {
        end() {
          stop();
          send(ended);
        },
        stop,
      };
    },
  };
}

/** Notifies streams of changes of the tool list. */
export interface ToolsChanged {
  /** @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Notifies subscribers when a reload changed the catalog's fingerprint. */
export function createToolsChanged(catalog: Cell<Catalog>): ToolsChanged {
  const listeners = new Set<() => void>();
  const close = catalog.subscribe((next, previous) => {
    if (next.fingerprint === previous.fingerprint) return;
    for (const listener of listeners) listener();
  });
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

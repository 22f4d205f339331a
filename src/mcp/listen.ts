import { isJsonObject } from '../core/json.ts';
import { errorCodes, type RpcId, metaKeys } from './message.ts';
import type { Method } from './context.ts';
import {
  type ServerInfo,
  answerOf,
  failed,
  notificationOf,
  succeeded,
  type Subscription,
} from './reply.ts';
import type { Cell } from '../core/cell.ts';
import type { Catalog } from '../core/tool.ts';

/**
 * `subscriptions/listen`: the stream on which 2026-07-28 learns of changes.
 *
 * Only changes of the tool list are honoured, and only when asked for; everything on the stream
 * carries the id of the request that opened it. With nothing honoured it ends at once.
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
  info: ServerInfo,
): Subscription {
  const tag = { [metaKeys.subscriptionId]: id };
  const acknowledged = notificationOf('notifications/subscriptions/acknowledged', {
    notifications: tools ? { toolsListChanged: true } : {},
    _meta: tag,
  });
  const changed = notificationOf('notifications/tools/list_changed', { _meta: tag });
  const _meta = { ...tag, [metaKeys.serverInfo]: { name: info.name, version: info.version } };
  const result = JSON.stringify({ resultType: 'complete', _meta });
  const ended = answerOf(id, succeeded(result)).json;
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

/** Tells streams that the list of tools is another one. */
export interface ToolsChanged {
  /** @returns what stops it. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Speaks up when a reload changed what a client can see; one that changed nothing stays quiet. */
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

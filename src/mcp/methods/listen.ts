import { isJsonObject } from '../../core/json.ts';
import { errorCodes } from '../codes.ts';
import { metaKeys } from '../envelope.ts';
import type { Method } from '../exchange.ts';
import type { ServerInfo } from '../mcp-options.ts';
import type { RpcId } from '../message.ts';
import { answerOf, failed, notificationOf, succeeded, type Subscription } from '../reply.ts';
import type { ToolsChanged } from '../tools-changed.ts';

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

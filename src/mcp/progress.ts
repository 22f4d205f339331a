import { isRpcId, type Params, type RpcId } from './message.ts';
import { notificationOf } from './reply.ts';
import { featuresOf, type Revision } from './versions.ts';

/** Time between notifications; clients give up after 60 s of silence. */
const everySeconds = 10;

/** The token by which a client asks for progress notifications, if it does. */
export function progressTokenOf({ _meta: meta }: Params): RpcId | undefined {
  if (typeof meta !== 'object' || meta === null || !('progressToken' in meta)) return undefined;
  return isRpcId(meta.progressToken) ? meta.progressToken : undefined;
}

/**
 * Tells a client every ten seconds that its call is still running, the first time after ten.
 *
 * How far a call has come is not known; the progress is the seconds it took.
 *
 * @returns what stops it.
 */
export function startProgress(
  progressToken: RpcId,
  revision: Revision,
  notify: (json: string) => void,
): () => void {
  let progress = 0;
  const timer = setInterval(() => {
    progress += everySeconds;
    const message = featuresOf[revision].progressMessage
      ? { message: `Running for ${progress} s.` }
      : {};
    notify(notificationOf('notifications/progress', { progressToken, progress, ...message }));
  }, everySeconds * 1_000);
  return () => clearInterval(timer);
}

import type { Topic } from '../../catalog/topics.ts'
import { createClient } from '../../client/client.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import type { Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import { orderByToken, type EventOrder } from '../../webhooks/real-order.ts'
import type { DevContext } from '../context.ts'
import { tokenOf, withTools } from './live-client.ts'

interface OrderQuery {
  readonly topic: Topic
  readonly install: Install | null
}

/** Returns the newest order that the app's token can read. Null without an order or after any error, so that the test event invents one. */
export async function newestOrder(
  dev: DevContext,
  { target, credentials }: { readonly target: Target; readonly credentials: Credentials },
  { topic, install }: OrderQuery,
): Promise<EventOrder | null> {
  const token = install === null ? null : await tokenOf(credentials, install)
  if (install === null || token === null) return null
  const order = withTools(dev, { target, token }, (tools) =>
    orderByToken(createClient({ ...tools, install }), topic, install),
  )
  return order.catch(() => null)
}

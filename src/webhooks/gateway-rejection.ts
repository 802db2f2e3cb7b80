import { Buffer } from 'node:buffer'

import type { Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import type { WireResponse } from '../http/wire.ts'
import { parseJson } from '../text/json.ts'

/** Messages for the gateway's own responses. */
const words: Readonly<Record<string, string>> = {
  'app-unreachable': 'the app is not listening',
  'app-timeout': 'the app did not respond in time',
  'app-disconnected': 'the app closed the connection',
  'app-port-of-another-user': "another user's process uses the app's port, so nothing was forwarded",
  'app-down': 'the app is down and another program uses its port, so nothing was forwarded',
  'event-conflict': 'the journal already has this eventId with a different body, so this event was not forwarded',
  'signature-mismatch': 'it has a different signing secret',
  'no-secret': 'it has no signing secret yet',
  'gateway-failed': 'it failed, and `app dev` shows the error',
  'journal-unavailable': 'its journal cannot be written',
}

/** Returns the message for a missing response of the app. */
export function noAnswerWords(error: string): string {
  return words[error] ?? error
}

/** Returns the reason word of the gateway's own rejection; null for a response of the app. */
export function ownReason({ body }: WireResponse): string | null {
  const parsed = parseJson(Buffer.from(body.subarray(0, 4096)).toString('utf8'))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  const { success, reason } = parsed.value as { success?: unknown; reason?: unknown }
  return success === false && typeof reason === 'string' && Object.hasOwn(words, reason) ? reason : null
}

interface Rejected {
  readonly status: number
  readonly reason: string
  readonly ms: number
}

/** Returns `net.unreachable` if the app did not respond, `webhook.rejected` for a delivery that the gateway holds back. */
export function gatewayRejection(
  { eventId, topic, url }: { readonly eventId: string | null; readonly topic: Topic; readonly url: URL },
  { status, reason, ms }: Rejected,
): AppError {
  const isApp = reason.startsWith('app-')
  return new AppError(
    isApp ? 'net.unreachable' : 'webhook.rejected',
    `The gateway responded to ${topic} with ${status}: ${words[reason] ?? reason}.`,
    {
      suggestions: isApp
        ? [
            ...(reason === 'app-unreachable' ? ['If the app is restarting, try again in a moment.'] : []),
            'Check the output of `app dev`, then run `app webhook retry --failed`.',
          ]
        : ['app webhook list', 'To bypass the gateway, add --direct.'],
      details: { eventId, status, reason, ms, to: url.href },
    },
  )
}

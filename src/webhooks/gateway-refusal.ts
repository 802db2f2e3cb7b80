import { Buffer } from 'node:buffer'

import type { Topic } from '../catalog/topics.ts'
import { AppError } from '../errors.ts'
import type { WireResponse } from '../http/wire.ts'
import { parseJson } from '../text/json.ts'

/** Words for what the gateway answers in the place of the app. */
const words: Readonly<Record<string, string>> = {
  'app-unreachable': 'the app does not listen',
  'app-timeout': 'the app gave no answer in time',
  'app-disconnected': 'the app broke the connection off',
  'app-port-of-another-user': "another user of this machine holds the app's port, so nothing was handed on",
  'app-down': 'the app is down and another program has its port, so nothing was forwarded',
  'event-conflict': 'an event with this eventId and other bytes is in the journal, so the app never saw this one',
  'signature-mismatch': 'it knows another signing secret',
  'no-secret': 'it knows no signing secret yet',
  'gateway-failed': 'it failed itself, and `app dev` says why',
  'journal-unavailable': 'its journal cannot be written',
}

/** Why the app gave no answer, in words. */
export function noAnswerWords(error: string): string {
  return words[error] ?? error
}

/** The word with which the gateway itself refuses; null for an answer of the app. */
export function ownReason({ body }: WireResponse): string | null {
  const parsed = parseJson(Buffer.from(body.subarray(0, 4096)).toString('utf8'))
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return null
  const { success, reason } = parsed.value as { success?: unknown; reason?: unknown }
  return success === false && typeof reason === 'string' && Object.hasOwn(words, reason) ? reason : null
}

interface Refused {
  readonly status: number
  readonly reason: string
  readonly ms: number
}

/** `net.unreachable` where the app gave no answer, `webhook.rejected` for what the gateway holds back. */
export function gatewayRefusal(
  { eventId, topic, url }: { readonly eventId: string | null; readonly topic: Topic; readonly url: URL },
  { status, reason, ms }: Refused,
): AppError {
  const isApp = reason.startsWith('app-')
  return new AppError(
    isApp ? 'net.unreachable' : 'webhook.rejected',
    `The gateway answered ${topic} with ${status}: ${words[reason] ?? reason}.`,
    {
      suggestions: isApp
        ? [
            ...(reason === 'app-unreachable' ? ['It may be restarting for a change: then try again in a moment.'] : []),
            'Look at the output of `app dev`; then `app webhook retry --failed`.',
          ]
        : ['app webhook list', 'Or past the gateway: --direct.'],
      details: { eventId, status, reason, ms, to: url.href },
    },
  )
}

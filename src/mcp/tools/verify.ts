import { Buffer } from 'node:buffer'

import { targetAt } from '../../cli/place.ts'
import { int, mapOf, optional, text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { requestToVerify, type ReceivedRequest } from '../../tasks/webhook/request-to-verify.ts'
import { knownFacts } from '../../tasks/webhook/webhook-secrets.ts'
import { parseInstant } from '../../text/time/instant.ts'
import { signingSecret } from '../../webhooks/trigger-input.ts'
import { verifyRequest } from '../../webhooks/verify/verify-request.ts'
import { tool, type ToolCall } from '../tool.ts'

/** Verifies that a request is a genuine delivery. */
export const verify = tool({
  name: 'verify',
  about:
    "Verify a delivery. If it is not genuine, explain its signature by trying about a hundred common mistakes. Give a delivery from the journal, or headers and body. Add `computed` to explain the app's own signature.",
  input: {
    delivery: optional(int({ about: 'Delivery number.', min: 1 })),
    headers: optional(mapOf(text({ about: '', max: 5000 }), { about: 'Headers by name.' })),
    body: optional(text({ about: 'Body, byte for byte.' })),
    receivedAt: optional(text({ about: 'ISO 8601 time. Default: now.', max: 40 })),
    computed: optional(text({ about: 'Signature that the app computed, in hex.', max: 500 })),
  },
  effect: 'reads',
  run: async (call, input) => {
    const project = await call.project()
    const appKey = project.config.key
    const request = await received(call, input, appKey)
    const target = () => targetAt(call.context, request.target ?? call.targetName, project)
    const { secret, identity } = await signingSecret({ ...call.context, project, target })
    const known = await knownFacts(call.context, { identity, appKey, secret })
    const { verdict, computed, ...rest } = verifyRequest({ ...request, ...known, secret, computed: input.computed })
    return {
      said: {
        genuine: verdict.ok,
        ...(!verdict.ok && { reason: verdict.reason }),
        ...(computed !== null && { computedIsRight: computed.correct }),
      },
      foreign: { verdict, computed, ...rest },
    }
  },
})

interface VerifyInput {
  readonly delivery?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
  readonly receivedAt?: string | undefined
}

async function received({ context }: ToolCall, input: VerifyInput, appKey: string): Promise<ReceivedRequest> {
  const { delivery, headers, body, receivedAt } = input
  if (delivery !== undefined) return requestToVerify(context, { delivery }, appKey)
  if (headers === undefined || body === undefined) {
    throw new AppError('usage.missing', 'Specify a delivery, or headers and body.')
  }
  const at = receivedAt === undefined ? context.now() : parseInstant(receivedAt)
  if (at === null) throw new AppError('usage.invalid', 'receivedAt is not an ISO 8601 time.')
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]] as const)
  return { headers: Object.fromEntries(named), body: Buffer.from(body), receivedAt: at, target: null }
}

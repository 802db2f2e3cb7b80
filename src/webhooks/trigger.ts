import { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'

import type { Topic } from '../catalog/topics.ts'
import { certificateAdvice } from '../client/unreachable.ts'
import { AppError, hasCode } from '../errors.ts'
import { checkReceiver } from '../http/receiver.ts'
import { isMissingRoute, isRejection, isSuccess } from '../http/status.ts'
import { newSpanId, newTraceId, traceHeaders } from '../http/trace-context.ts'
import type { Send, WireResponse } from '../http/wire.ts'
import { webhookHeaders } from '../protocol/webhook-signature.ts'
import { defined } from '../text/defined.ts'
import { escapeCell } from '../text/escape.ts'
import { curlCommand } from './curl.ts'
import { eventBody, eventIdOf, openBody, setFields } from './event-body.ts'
import { ownReason, gatewayRejection } from './gateway-rejection.ts'
import { mustReject, type MadeWrong } from './must-reject.ts'
import type { EventOrder } from './real-order.ts'
import { testEventId } from './test-event-id.ts'

export interface TriggerTools {
  readonly send: Send
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  /** Key of the app's webhook signing secret. */
  readonly key: KeyObject
  /** Aborts the wait for a response. */
  readonly interrupted?: AbortSignal
  /**
   * Process id of the app in `app dev`, or null while it is down. Default: any program on the port
   * is the app.
   */
  readonly appPid?: (() => number | null) | undefined
}

export interface TriggerInput {
  readonly topic: Topic
  /** URL of the receiver; loopback only (T34). */
  readonly to: string
  /** Digits. */
  readonly storeId: string
  /** Digits; null for a store-wide event. */
  readonly regionId: string | null
  /** Order of the event. Default: a generated one. */
  readonly order?: EventOrder | undefined
  /** True if `to` is the gateway, whose own rejections are reported as such. */
  readonly isGateway?: boolean
  /** Body, sent unchanged unless `set` or `eventId` changes it. */
  readonly body?: Uint8Array
  /** `a.b=value` pairs. */
  readonly set?: readonly string[]
  /** Event id. Default: `test:<uuid>` (EVT-004). */
  readonly eventId?: string
  /** Age of the signature in ms. Negative for the future. */
  readonly ageMs?: number
  /** Sends a well-formed but wrong signature. */
  readonly badSignature?: boolean
  /** Keeps the connection for the next event. */
  readonly keepAlive?: boolean
  /** Sends the same event twice, each with its own timestamp and signature. */
  readonly duplicate?: boolean
}

/** A signed request, ready to send. */
export interface SignedEvent {
  readonly eventId: string | null
  readonly topic: Topic
  readonly url: URL
  readonly isGateway: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export interface TriggerAnswer {
  readonly eventId: string | null
  readonly topic: Topic
  readonly to: string
  readonly status: number
  readonly ms: number
  /** Response to the second copy. */
  readonly duplicate?: { readonly status: number; readonly ms: number }
}

/** Equals the timeout of a platform. */
const ANSWER_TIMEOUT_MS = 30_000

/** Longer than the gateway waits for the app, so that the gateway's own response shows what was late. */
const GATEWAY_TIMEOUT_MS = 33_000

/**
 * Sends one event with the real envelope, headers and HMAC, and returns status and time in ms. Expects a 2xx, or a rejection of a deliberately wrong event.
 * Raises `webhook.rejected`, `webhook.wrongly-accepted`, transport errors, and before sending `webhook.bad-address` and `usage.invalid`.
 */
export async function triggerEvent(tools: TriggerTools, input: TriggerInput): Promise<TriggerAnswer> {
  const body = bodyOf(tools, input)
  const first = await sendSigned(tools, signBody(tools, input, body), input)
  const event = { eventId: eventIdOf(body), topic: input.topic, to: input.to }
  const answer = { ...event, status: first.status, ms: first.ms }
  if (input.duplicate !== true) return answer
  const second = await sendSigned(tools, signBody(tools, input, body), input)
  return { ...answer, duplicate: { status: second.status, ms: second.ms } }
}

/** Validates the input before anything is printed about the event. Raises `webhook.bad-address` and `usage.invalid`. */
export function requireSendable(tools: Omit<TriggerTools, 'send'>, input: TriggerInput): void {
  signBody(tools, input, bodyOf(tools, input))
}

/** Returns the signed request as a shell command without sending it. Raises `webhook.bad-address` and `usage.invalid`. */
export function triggerAsCurl(tools: Omit<TriggerTools, 'send'>, input: TriggerInput): string {
  return curlCommand(signBody(tools, input, bodyOf(tools, input)))
}

function bodyOf(tools: Pick<TriggerTools, 'randomBytes'>, input: TriggerInput): Uint8Array {
  const pairs = input.set ?? []
  if (input.body && pairs.length === 0 && input.eventId === undefined) return input.body
  const eventId = input.eventId ?? testEventId(tools.randomBytes)
  const { topic, storeId, regionId, order } = input
  const fields = input.body ? openBody(input.body) : eventBody({ topic, eventId, storeId, regionId, order })
  if (input.eventId !== undefined) fields['eventId'] = input.eventId
  setFields(fields, pairs)
  return Buffer.from(JSON.stringify(fields))
}

function signBody(tools: Omit<TriggerTools, 'send'>, input: TriggerInput, body: Uint8Array): SignedEvent {
  const url = checkReceiver(input.to)
  const signedAt = tools.now().getTime() - (input.ageMs ?? 0)
  const headers = webhookHeaders({
    key: tools.key,
    topic: input.topic,
    storeId: input.storeId,
    timestamp: Math.floor(signedAt / 1000),
    body,
  })
  const sent = { 'Content-Type': 'application/json', ...headers }
  return {
    eventId: eventIdOf(body),
    topic: input.topic,
    url,
    isGateway: input.isGateway === true,
    body,
    headers: input.badSignature === true ? spoilt(sent) : sent,
  }
}

/** Changes one digit of the signature. */
function spoilt(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      name.toLowerCase() === 'x-service-hmac-sha256'
        ? [name, value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')]
        : [name, value],
    ),
  )
}

/** Creates one event, sends it, and returns the response, whatever it is. Raises `webhook.bad-address`, `usage.invalid` and the transport's errors. */
export async function sendEvent(tools: TriggerTools, input: TriggerInput): Promise<Answered> {
  const { keepAlive } = input
  return post(tools, signBody(tools, input, bodyOf(tools, input)), defined({ keepAlive }))
}

/** A response and its time in ms. */
export interface Answered {
  readonly response: WireResponse
  readonly ms: number
}

async function post(
  tools: TriggerTools,
  event: SignedEvent,
  kept: { readonly keepAlive?: boolean } = {},
): Promise<Answered> {
  const { url, body } = event
  // The gateway replaces these headers with its own.
  const headers = { ...event.headers, ...traceHeaders({ traceId: newTraceId(), spanId: newSpanId() }) }
  const startedAt = tools.now().getTime()
  const timeoutMs = event.isGateway ? GATEWAY_TIMEOUT_MS : ANSWER_TIMEOUT_MS
  const request = { method: 'POST', url, headers, body, timeoutMs } as const
  const { interrupted: signal } = tools
  const ownerPid = event.isGateway ? undefined : tools.appPid?.()
  const how = { redirects: 'answer', ownUserOnly: true, ...kept, ...defined({ signal, ownerPid }) } as const
  const response = await tools.send({ ...request, ...how }).catch((error: unknown) => {
    throw aboutTheApp(error)
  })
  return { response, ms: tools.now().getTime() - startedAt }
}

async function sendSigned(
  tools: TriggerTools,
  event: SignedEvent,
  made: MadeWrong,
): Promise<{ status: number; ms: number }> {
  const { response, ms } = await post(tools, event)
  const wrong = mustReject(made)
  if (wrong !== null && isSuccess(response.status)) throw accepted(event, { response, ms }, wrong)
  const isRight =
    isSuccess(response.status) || (wrong !== null && isRejection(response.status) && !isMissingRoute(response.status))
  if (!isRight) {
    const reason = event.isGateway ? ownReason(response) : null
    throw reason === null
      ? refusal(event, { response, ms })
      : gatewayRejection(event, { status: response.status, reason, ms })
  }
  return { status: response.status, ms }
}

/** The transport's hint is about the platform, except for a certificate. The cause is that the app is not running. */
function aboutTheApp(error: unknown): unknown {
  if (!hasCode(error, 'net.unreachable')) return error
  const { message, details, cause } = error
  const isTaken = ['EOTHERUSER', 'EOTHERPROGRAM'].includes(String(details['reason']))
  return new AppError('net.unreachable', message, {
    suggestions: certificateAdvice(details['reason']) ?? [
      isTaken
        ? 'Set another app port: `port` under `[dev]` in app.toml.'
        : 'Start the app with `npm start` or `app dev`, or set its address with --to.',
    ],
    details,
    cause,
  })
}

function accepted({ topic, eventId, url }: SignedEvent, { response, ms }: Answered, wrong: string): AppError {
  const { status } = response
  return new AppError('webhook.wrongly-accepted', `The app accepted ${topic} with ${status} despite ${wrong}.`, {
    suggestions: ['Verify the signature and timestamp before you handle an event.', 'app check'],
    details: { eventId, status, ms, to: url.href },
  })
}

function refusal(event: SignedEvent, { response, ms }: Answered): AppError {
  const line =
    Buffer.from(response.body.subarray(0, 4096)).toString('utf8').split('\n', 1)[0]?.trim().slice(0, 300) ?? ''
  const isRedirect = response.status >= 300 && response.status < 400
  const said = isRedirect
    ? ' It responded with a redirect, which was not followed.'
    : line === ''
      ? ''
      : ` Response: ${escapeCell(line)}`
  return new AppError('webhook.rejected', `The app rejected ${event.topic} with ${response.status}.${said}`, {
    suggestions: [
      isMissingRoute(response.status)
        ? `Set \`path\` under [webhooks] in app.toml to the app's webhook route. The app has no POST ${event.url.pathname}.`
        : [],
      'Check the app output. `--print-curl` shows the request.',
    ].flat(),
    details: { eventId: event.eventId, status: response.status, ms, to: event.url.href },
  })
}

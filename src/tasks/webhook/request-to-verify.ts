import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { DeliveryRow } from '../../journal/deliveries.ts'
import type { DeliveryTarget } from '../../journal/delivery-state.ts'
import { webhookHeaderNames } from '../../protocol/webhook-signature.ts'
import { parseInstant } from '../../text/time/instant.ts'
import { readBodySource } from '../../webhooks/body-source.ts'
import { readHeaders, type ReadHeaders } from '../../webhooks/verify/read-headers.ts'
import { verifyCommand } from '../../webhooks/verify/verify-command.ts'
import { requireDelivery, readJournal } from '../journal/project-journal.ts'

export interface ReceivedRequest {
  readonly headers: ReadHeaders
  readonly body: Uint8Array
  readonly receivedAt: Date
  /** Platform that sent a journaled delivery, if known. */
  readonly target: DeliveryTarget | null
}

export interface VerifyFlags {
  /** Delivery id in the journal. */
  readonly delivery?: number | undefined
  readonly headers?: string | undefined
  readonly header?: readonly string[] | undefined
  readonly body?: string | undefined
  readonly 'received-at'?: string | undefined
}

/**
 * Returns the request to verify: a journaled delivery, or headers and body from files. Raises `usage.invalid`, `usage.missing` and `journal.unknown-delivery`.
 */
export async function requestToVerify(context: Context, flags: VerifyFlags, appKey: string): Promise<ReceivedRequest> {
  const { delivery } = flags
  if (delivery !== undefined) {
    return readJournal(context, appKey, (journal) => ofDelivery(requireDelivery(journal, delivery)))
  }
  if (flags.body === undefined || (flags.headers === undefined && flags.header === undefined)) {
    throw new AppError('usage.missing', 'No request to verify is given.', {
      suggestions: [verifyCommand, 'app webhook verify --delivery <delivery number>'],
    })
  }
  if (flags.headers === '-' && flags.body === '-') throw bothFromStdin()
  const file =
    flags.headers === undefined ? '' : new TextDecoder().decode(readBodySource(flags.headers, context.cwd, '--headers'))
  const single = (flags.header ?? []).join('\n')
  const headers = { ...(file === '' ? {} : readHeaders(file)), ...(single === '' ? {} : readHeaders(single)) }
  return {
    headers,
    body: readBodySource(flags.body, context.cwd),
    receivedAt: receivedAt(context, flags['received-at']),
    target: null,
  }
}

function bothFromStdin(): AppError {
  return new AppError('usage.invalid', '--headers and --body cannot both read from stdin.', {
    suggestions: [
      'Save the headers or the body to a file, for example the headers:',
      'app webhook verify --headers @headers.txt --body -',
    ],
  })
}

function ofDelivery({ headers, signature, body, receivedAt, target }: DeliveryRow): ReceivedRequest {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]] as const)
  // The signature has a separate column.
  const own = { [webhookHeaderNames.signature.toLowerCase()]: [signature] }
  return { headers: { ...Object.fromEntries(named), ...own }, body, receivedAt, target }
}

function receivedAt({ now }: Context, text: string | undefined): Date {
  if (text === undefined) return now()
  const at = /^\d{1,12}$/.test(text) ? new Date(Number(text) * 1000) : parseInstant(text)
  if (at !== null) return at
  throw new AppError('usage.invalid', `--received-at ${JSON.stringify(text)} is not a time.`, {
    suggestions: ['Use ISO 8601, such as 2026-11-21T12:00:00Z, or Unix seconds.'],
  })
}

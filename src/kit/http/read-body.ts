import { joinBytes } from '../../http/bytes.ts'
import { KitError } from '../kit-error.ts'

/** Time limit for the body to arrive, in ms. */
const BODY_MS = 10_000

export type ReadBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: 'body-too-large' | 'body-too-slow' }

/** Creates the error for a body that a framework's parser has read, because the kit never guesses the bytes. */
export function bodyConsumed(): KitError {
  const advice = 'Move the kit above express.json() and other parsers, because signatures cover the raw bytes.'
  return new KitError('kit.body-consumed', `A parser read the body before the kit. ${advice}`, {
    suggestions: [advice],
  })
}

/** Reads the bytes of a request's body, up to `limit`. Throws `kit.body-consumed`. */
export async function readBody(request: Request, limit: number): Promise<ReadBody> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return { ok: false, reason: 'body-too-large' }
  if (request.bodyUsed) throw bodyConsumed()
  if (request.body === null) return { ok: true, bytes: new Uint8Array() }
  const reader = request.body.getReader()
  const late = Promise.withResolvers<'late'>()
  const alarm = setTimeout(() => late.resolve('late'), BODY_MS)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), late.promise])
      if (next === 'late') return { ok: false, reason: 'body-too-slow' }
      if (next.done) return { ok: true, bytes: joinBytes(chunks) }
      size += next.value.length
      if (size > limit) return { ok: false, reason: 'body-too-large' }
      chunks.push(next.value)
    }
  } finally {
    clearTimeout(alarm)
    // Cancels a body that is not read completely.
    reader.cancel().catch(() => {})
  }
}

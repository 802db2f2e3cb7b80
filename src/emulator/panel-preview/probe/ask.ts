import { failureWords } from '../../deliveries/failure-words.ts'

/** An app's response to one browser request. */
export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly setCookies: readonly string[]
  /** Start of the body if it is long. */
  readonly body: string
}

export type AskResult = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly why: string }

export interface Question {
  readonly url: string
  readonly method?: 'GET' | 'OPTIONS'
  readonly headers: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1024 * 1024

/** Sends one request without following redirects. Never rejects. */
export async function askApp({ url, method = 'GET', headers }: Question): Promise<AskResult> {
  const { Agent } = await import('undici')
  const agent = new Agent({ allowH2: false })
  const { origin, pathname, search } = new URL(url)
  try {
    const {
      statusCode,
      headers: given,
      body,
    } = await agent.request({
      origin,
      path: pathname + search,
      method,
      headers,
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      // Leaves no connection open.
      reset: true,
    })
    const text = await readSome(body)
    return {
      ok: true,
      answer: { status: statusCode, headers: plain(given), setCookies: listOf(given['set-cookie']), body: text },
    }
  } catch (error) {
    return { ok: false, why: failureWords(error, new URL(url)) }
  } finally {
    await agent.destroy()
  }
}

async function readSome(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    parts.push(part)
    bytes += part.length
    if (bytes >= MOST_BYTES) break
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8')
}

function plain(headers: Readonly<Record<string, string | string[] | undefined>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), listOf(value).join(', ')]))
}

function listOf(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat()
}

import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getTls, type RequestOptions } from 'node:https'

import { AppError } from '../../errors.ts'
import { asError } from '../../errors/thrown.ts'
import { proxyFor, throughProxy } from '../../http/proxy.ts'

export interface Download {
  readonly url: URL
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Contains the proxy, if any. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Called with the number of bytes so far. */
  readonly onProgress?: (bytes: number) => void
  /** For tests only: allows plain http on this machine. */
  readonly mayBePlain?: boolean
}

/** A release is served through one redirect. */
const MAX_REDIRECTS = 3
const IDLE_MS = 30_000

/** Downloads an address; redirects are followed over https only. Raises `tunnel.download-failed`. */
export async function download(input: Download): Promise<Buffer> {
  let url: URL = input.url
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const response = await request(url, input)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return readAll(response, input)
    response.destroy()
    const next = URL.parse(headers.location ?? '', url.href)
    if (statusCode < 300 || statusCode > 399 || next === null) throw failed(`${url.host} returned ${statusCode}`)
    url = next
  }
  throw failed('too many redirects')
}

function request(url: URL, { signal, mayBePlain, env = {} }: Download): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:'
  if (!isTls && !(mayBePlain === true && url.hostname === '127.0.0.1')) throw failed(`${url.host} does not use https`)
  const proxy = isTls ? proxyFor(url, env) : null
  const options = { signal, timeout: IDLE_MS, ...(proxy && { createConnection: throughProxy(proxy) }) }
  return new Promise((resolve, reject) => {
    const sent = (isTls ? getTls : getPlain)(url, options as RequestOptions, resolve)
    sent.once('timeout', () => sent.destroy(new Error('no response in time')))
    sent.once('error', (cause) =>
      reject(
        signal.aborted ? asError(signal.reason) : cause instanceof AppError ? cause : failed(cause.message, cause),
      ),
    )
  })
}

async function readAll(response: IncomingMessage, { maxBytes, onProgress }: Download): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > maxBytes) throw failed(`the file is larger than ${maxBytes} bytes`)
      chunks.push(chunk)
      onProgress?.(size)
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw failed('the connection was interrupted', cause)
  }
  return Buffer.concat(chunks)
}

function failed(why: string, cause?: unknown): AppError {
  return new AppError('tunnel.download-failed', `cloudflared could not be downloaded: ${why}.`, {
    cause,
    suggestions: [
      'Install cloudflared yourself and add it to PATH: https://developers.cloudflare.com/tunnel/',
      'Or set your own public address with --tunnel-url.',
    ],
  })
}

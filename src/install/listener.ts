import type { IncomingMessage, Server, ServerResponse } from 'node:http'

import { AppError } from '../errors.ts'
import { closeServer } from '../http/close-server.ts'
import { isTunnelled } from '../http/own-host.ts'
import { findPortHolder } from '../processes/port-holder.ts'
import { installAdvice } from './advice.ts'
import { readReturn, type ReturnAnswer, type ReturnVerdict } from './read-return.ts'
import { returnHeaders, returnPage } from './return-page.ts'

export interface ListenInput {
  /** Port of the registered redirect address. It is fixed, and no other port is ever used (P9). */
  readonly port: number
  readonly host: string
  readonly path: string
  readonly state: string
  readonly target: 'emulator' | 'live'
  /** App name for the page. */
  readonly appName: string
}

export interface ReturnListener {
  /** Settles once, with the first request that has the correct state. */
  readonly answer: Promise<ReturnAnswer>
  /** Closes both ports; safe to call twice. */
  close(): Promise<void>
}

/**
 * Waits for the browser on exactly the registered path. Binds both 127.0.0.1 and ::1 or neither, so that no
 * other process can take the other one (R14, T16). Raises `install.port-taken` with the holder if known.
 */
export async function listenForReturn(input: ListenInput): Promise<ReturnListener> {
  // Loaded only when the install waits for a browser.
  const { createServer } = await import('node:http')
  const { promise: answer, resolve } = Promise.withResolvers<ReturnAnswer>()
  const server = () =>
    createServer(
      { maxHeaderSize: 16_384, headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 },
      onRequest,
    )
  let isUsed = false
  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const page = judge(request, input)
    const { answer: found } = page
    if (found === undefined) return respond(response, page, input)
    if (isUsed) return respond(response, alreadyUsed, input)
    isUsed = true
    // The page is sent before the listener closes; a disconnected browser ends the wait as well.
    response.once('close', () => resolve(found))
    respond(response, page, input)
  }
  const servers: Server[] = []
  const close = async () => {
    await Promise.all(servers.splice(0).map(closeServer))
  }
  try {
    for (const host of ['127.0.0.1', '::1']) {
      const one = server()
      if (await bind(one, { host, input })) servers.push(one)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { answer, close }
}

interface Page {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly answer?: ReturnAnswer
}

const alreadyUsed: Page = {
  status: 409,
  title: 'Already done',
  text: 'This installation is already complete. You can close this page.',
}

const refusals: Readonly<Record<(ReturnVerdict & { ok: false })['reason'], string>> = {
  'state-missing': 'This URL belongs to another installation.',
  'state-wrong': 'This URL belongs to another installation.',
  repeated: 'This URL has a duplicate parameter.',
  'code-malformed': 'This URL has no valid code.',
}

function judge(incoming: IncomingMessage, { path, port, state, appName }: ListenInput): Page {
  const { method, url = '', headersDistinct } = incoming
  if (!isOwnHost(headersDistinct['host'], port) || isTunnelled(incoming)) {
    return { status: 400, title: 'Wrong host', text: 'This listener only accepts requests from this machine.' }
  }
  const [, target = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? []
  if (target !== path) return { status: 404, title: 'Not found', text: 'The installation uses another path.' }
  if (method !== 'GET') return { status: 405, title: 'Method not allowed', text: 'This URL accepts only GET requests.' }
  if (!isPageVisit(headersDistinct)) {
    return { status: 400, title: 'Not accepted', text: 'Another page loaded this URL as a subresource.' }
  }
  const verdict = readReturn(new URLSearchParams(query), state)
  return verdict.ok
    ? thanks(verdict.answer, appName)
    : { status: 400, title: 'Not accepted', text: refusals[verdict.reason] }
}

/** Compared as text, and a single value only: a page that reaches this port under its own name gets nothing (DNS rebinding). */
function isOwnHost(hosts: readonly string[] | undefined, port: number): boolean {
  const [host, ...more] = hosts ?? []
  const names = ['127.0.0.1', 'localhost', '[::1]']
  return more.length === 0 && names.some((name) => host === `${name}:${port}` || (port === 80 && host === name))
}

/**
 * Returns whether a browser visits this address itself, rather than a page that loads it as an image, a frame or data. The return is a redirect
 * from the store admin, so it may be cross-site. A browser that sends no such headers is accepted, because the state is still required.
 */
function isPageVisit(headers: IncomingMessage['headersDistinct']): boolean {
  const { 'sec-fetch-dest': dest = [], 'sec-fetch-mode': mode = [] } = headers
  return dest.every((value) => value === 'document') && mode.every((value) => value === 'navigate')
}

function thanks(answer: ReturnAnswer, appName: string): Page {
  return answer.kind === 'denied'
    ? { status: 200, title: 'Cancelled', text: 'Nothing was installed. You can close this page.', answer }
    : { status: 200, title: `${appName} is approved`, text: 'Return to the terminal. You can close this page.', answer }
}

function respond(response: ServerResponse, { status, title, text }: Page, { appName }: ListenInput): void {
  response.writeHead(status, { ...returnHeaders, ...(status === 405 ? { Allow: 'GET' } : {}) })
  response.end(returnPage(title, text, appName))
}

/** Binds one address; false if this machine does not have that address family. */
async function bind(server: Server, { host, input }: { host: string; input: ListenInput }): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  server.once('error', (error: NodeJS.ErrnoException) => {
    const isAbsentTwin = host === '::1' && input.host !== '::1' && input.host !== '[::1]'
    const isAbsent = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' || error.code === 'EINVAL'
    if (isAbsentTwin && isAbsent) resolve(false)
    else reject(portTaken({ ...input, host }, error))
  })
  server.listen({ host, port: input.port, ipv6Only: true, exclusive: true }, () => resolve(true))
  return promise
}

function portTaken({ host, port, target }: ListenInput, cause: NodeJS.ErrnoException): AppError {
  const holder = cause.code === 'EADDRINUSE' ? findPortHolder(port) : null
  const where = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const who = holder === null ? '' : ` by ${holder.name} (pid ${holder.pid})`
  const why = cause.code === 'EADDRINUSE' ? `is in use${who}` : `is not available (${cause.code ?? cause.message})`
  return new AppError('install.port-taken', `${where} ${why}. The browser was not opened.`, {
    suggestions: [
      'Stop that process. The registered redirect URL requires this port.',
      'If it is your app, install through the app: open its install page in the browser.',
      installAdvice[target].withoutListener,
    ],
    details: { port, host, ...(holder === null ? {} : { pid: holder.pid, process: holder.name }) },
  })
}

import { createServer } from 'node:http'

import type { Frame, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

import type { Fixture } from './browser-fixture.ts'

/** What a page of the app heard from the window around it. */
export interface ReceivedMessage {
  readonly data: { readonly type?: string; readonly storeContext?: Record<string, unknown> } & Record<string, unknown>
  readonly origin: string
  /** Ms after the page's own load event; below zero before it. */
  readonly after: number
}

/**
 * An app without a server side: every page keeps the messages that it hears. `/eager…` says `service:ready` from its first line, and again when it has loaded;
 * any other says nothing.
 */
export async function serveSlotApp(port: number): Promise<void> {
  const server = createServer(({ url = '' }, response) => {
    const ready = url.startsWith('/eager') ? "parent.postMessage({ type: 'service:ready' }, '*')" : ''
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(`<!doctype html><title>slot</title><body><h1>${url.split('?')[0]}</h1><script>
      window.heard = []
      let loaded = Infinity
      addEventListener('message', ({ data, origin }) => heard.push({ data, origin, at: performance.now() }))
      addEventListener('load', () => { loaded = performance.now(); ${ready} })
      window.report = () => heard.map(({ data, origin, at }) => ({ data, origin, after: at - loaded }))
      ${ready}
    </script>`)
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
}

/** The frame whose address has this path. */
export async function frameAt(page: Page, path: string): Promise<Frame> {
  const pathOf = (frame: Frame) => URL.parse(frame.url())?.pathname
  await expect.poll(() => page.frames().map(pathOf)).toContain(path)
  const frame = page.frames().find((one) => pathOf(one) === path)
  if (frame === undefined) throw new Error(`No frame shows ${path} anymore.`)
  await frame.waitForFunction('typeof window.report === "function"')
  return frame
}

export function heardBy(frame: Frame): Promise<readonly ReceivedMessage[]> {
  return frame.evaluate('report()')
}

/** Has the app say something to the window around it; a text is JavaScript. */
export function say(frame: Frame, message: object | string): Promise<unknown> {
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  return frame.evaluate(`parent.postMessage(${text}, '*')`)
}

/** Installs the app of the fixture in the region that is selected in this browser: consent by hand, exchange as the app would do it. */
export async function installSlotApp(page: Page, { consent, urls, secrets }: Fixture): Promise<void> {
  await page.goto(consent)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(/[?&]code=/)
  const { client_id: clientId, client_secret: clientSecret } = secrets
  const code = new URL(page.url()).searchParams.get('code')
  const answer = await fetch(`${urls.api}/api/apps/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, code }),
  })
  if (!answer.ok) throw new Error(`The exchange answered ${answer.status}.`)
}

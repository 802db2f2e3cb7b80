import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished } from 'vitest'

import { makeEmulator } from '../../support/emulator.ts'

/** What an app answers: of one path, or of every one. */
export interface Panel {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

export type PanelAnswers = (request: IncomingMessage, url: URL) => Panel

export const CSP = "default-src 'none'; script-src 'self'"

export const goodCookie = 'sid=1; HttpOnly; Secure; SameSite=None; Path=/; Partitioned'

const slots = ['fullpage', 'settings', 'order-detail', 'storefront-block'].map((type) => ({
  type,
  path: type,
  label: `Slot ${type}`,
}))

/** What a browser saw of a frame with nothing wrong in it. */
export const calm = { ageMs: 14_000, loadedAtMs: 100, loads: 1, readyAtMs: 90, resizes: { height: 480 } }

/** An installed app that answers so, and the panel preview of its manager. */
export async function makePreview(answers: PanelAnswers | Panel) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    const url = new URL(request.url ?? '', 'http://app')
    const { status = 200, headers = {}, body = '' } = typeof answers === 'function' ? answers(request, url) : answers
    response.writeHead(status, { 'Content-Type': 'text/html', ...(headers as Record<string, string>) })
    response.end(body)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const emulator = makeEmulator()
  const app = await emulator.registerApp({
    admin_manifest_json: JSON.stringify({ renderMode: 'iframe', appUrl, installScope: 'region', slots }),
  })
  const store = await emulator.openStore({ appKey: app.appKey, seed: 'none' })
  await emulator.installApp({ app, store })
  const manager = await emulator.signIn(store)
  const preview = `/admin/panel-preview/${app.appKey}`
  const open = async (query = '') => {
    const page = await manager.open(preview + query)
    return { page, text: await page.text() }
  }
  /** Opens the panel preview and waits until the app was asked: what it found, a state by title, and all its words. */
  const find = async (query = '', browserSaw: object = calm) => {
    const { text } = await open(query)
    const address = /data-from="([^"]+)"/.exec(text)?.[1] ?? ''
    let answer = { html: '', summary: '', isAsking: true }
    await expect
      .poll(async () => {
        answer = (await (await post(address, browserSaw)).json()) as typeof answer
        return answer.isAsking
      })
      .toBe(false)
    const items = [...answer.html.matchAll(/class="finding (\w+)"[\s\S]*?class="name">([^<]+)</g)]
    const states = Object.fromEntries(items.map(([, state, title]) => [title, state]))
    const wrong = Object.fromEntries(Object.entries(states).filter(([, state]) => state !== 'ok'))
    return { states, wrong, html: answer.html, summary: answer.summary }
  }
  const post = (path: string, body: unknown) => manager.post(path, JSON.stringify(body))
  return { ...emulator, app, store, manager, preview, appUrl, seen, open, find, post }
}

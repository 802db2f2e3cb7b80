import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { serve } from '@hono/node-server'
import { expect, onTestFinished, vi } from 'vitest'

import type { App } from '../../../src/kit/app.ts'
import { startPlatform, type Platform } from '../../../src/testing/testing.ts'
import { signedDelivery, type Delivery } from '../../kit/support.ts'
import type { PagesFolder } from './pages-folder.ts'

export interface RunningPage {
  readonly platform: Platform
  readonly app: App
  /** What the app has printed. */
  readonly printed: () => readonly string[]
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends an event with the signature of the platform, and waits until no job is due. */
  readonly deliver: (delivery: Partial<Delivery>) => Promise<Response>
  readonly rows: (query: string) => readonly object[]
  /** Address of the panel of the installed store and region, and the headers of a browser that has opened it. */
  readonly openedPanel: () => Promise<{ readonly at: string; readonly headers: { readonly cookie: string } }>
}

/** A platform for the folder of a page, the environment of its app, and the folder as that of the process. */
export async function enterPage(folder: PagesFolder, page: string): Promise<Platform> {
  const before = process.cwd()
  process.chdir(folder.of(page))
  onTestFinished(() => process.chdir(before))
  const platform = await startPlatform()
  onTestFinished(() => platform.close())
  for (const [name, value] of Object.entries(platform.env)) vi.stubEnv(name, value)
  return platform
}

function panelOf({ headers }: Response) {
  return { at: headers.get('location') ?? '', headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' } }
}

/** Serves at the address of the app. */
export async function serveOn({ app }: Platform, respond: (request: Request) => Promise<Response>): Promise<void> {
  const server = serve({ fetch: respond, port: app.port, hostname: '127.0.0.1', overrideGlobalObjects: false })
  onTestFinished(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
}

/** A module of a page, as Node loads it: with the packed kit. What it exports each test knows. */
export async function pageModule(folder: PagesFolder, page: string, file: string): Promise<unknown> {
  const [path = '', start] = file.split('?')
  return import(`${pathToFileURL(join(folder.of(page), path)).href}${start === undefined ? '' : `?${start}`}`)
}

/** How often each file of a page was started. Only the first start shares its module with other files of the page. */
const starts = new Map<string, number>()

function freshFile(page: string, file: string): string {
  const count = starts.get(`${page}/${file}`) ?? 0
  starts.set(`${page}/${file}`, count + 1)
  return count === 0 ? file : `${file}?${count}`
}

/** Serves the app that a file of a page exports, on a local platform with the app installed. */
export async function startPage(folder: PagesFolder, page: string, file = 'src/app.ts'): Promise<RunningPage> {
  const platform = await enterPage(folder, page)
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  rmSync('data', { recursive: true, force: true })
  // An existing server may have a variable `app`, so the page names this one `svcapp`.
  const exported = (await pageModule(folder, page, freshFile(page, file))) as
    | { readonly app: App }
    | { readonly svcapp: App }
  const app = 'app' in exported ? exported.app : exported.svcapp
  const working = await app.work()
  await serveOn(platform, app.fetch)
  onTestFinished(async () => {
    await working.stop(1000)
    await app.close()
  })
  await platform.installApp()
  const request: RunningPage['request'] = (path, init) =>
    fetch(new URL(path, platform.app.url), { redirect: 'manual', ...init })
  const rows = (query: string) => {
    const db = new DatabaseSync('data/app.db', { readOnly: true })
    try {
      return db.prepare(query).all()
    } finally {
      db.close()
    }
  }
  return {
    platform,
    app,
    printed: () => lines.mock.calls.map(([line]) => String(line)),
    request,
    async deliver(delivery) {
      const response = await request('/webhooks', { method: 'POST', ...signedDelivery(platform, delivery) })
      await expect
        .poll(() => rows(`SELECT id FROM svcapp_jobs WHERE dead_at IS NULL AND due_at <= ${Date.now()}`), {
          interval: 20,
        })
        .toEqual([])
      return response
    },
    rows,
    async openedPanel() {
      let opened: Response
      // The tokens of one second are the same, and each works once.
      await expect
        .poll(async () => {
          opened = await fetch(await platform.panelUrl(), { redirect: 'manual' })
          return opened.headers.get('location')
        })
        .toMatch(/^\/panel\//)
      return panelOf(opened!)
    },
  }
}

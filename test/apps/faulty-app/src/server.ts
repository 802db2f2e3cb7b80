import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'

import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { goRound, workOff } from './events.ts'
import { faulty, otherwise } from './faulty.ts'
import { json, readVisit, send, type Answer, type Visit } from './http.ts'
import { endInstall, installed, startInstall, type AppTools } from './install.ts'
import { Installs } from './installs.ts'
import { makeKeys } from './keys.ts'
import { openPanel, openTotals, panelData, showOrders, showPanel } from './panel.ts'
import { Platform } from './platform.ts'
import { scriptsOf } from './scripts.ts'
import { slotData, slotPage } from './slot.ts'
import { takeDelivery } from './webhooks.ts'

const config = readConfig(process.env)
const keys = makeKeys(config)
const db = openDatabase()
const log = (line: string) => console.log(line)
const tools: AppTools = { config, db, keys, log, installs: new Installs(db, keys), platform: new Platform(config) }
const scripts = scriptsOf(config.adminUrl)

if (faulty('secret-config-log')) log(JSON.stringify(config))
if (otherwise('answers-first')) void workOff(tools)
if (otherwise('polls-deltas')) void goRound(tools, (install) => tools.platform.readDeltas(install), 2000)
if (otherwise('refreshes-stores'))
  void goRound(tools, (install) => tools.platform.poll(install, '/orders?status=paid'), 700)

async function route(visit: Visit): Promise<Answer> {
  const { method, path } = visit
  if (method === 'POST') return path === '/webhooks' ? takeDelivery(tools, visit) : { status: 404 }
  const script = scripts[path]
  if (script !== undefined) return { status: 200, headers: { 'Content-Type': 'text/javascript' }, body: script }
  const [, store, region] = /^\/panel\/(\d{1,15})\/(\d{1,15}|all)$/.exec(path) ?? []
  if (store !== undefined)
    return showPanel(tools, visit, { storeId: Number(store), regionId: region === 'all' ? null : Number(region) })
  const [, ofStore, ofRegion] = /^\/panel\/(\d{1,15})\/(\d{1,15}|all)\/orders$/.exec(path) ?? []
  if (ofStore !== undefined)
    return showOrders(tools, visit, {
      storeId: Number(ofStore),
      regionId: ofRegion === 'all' ? null : Number(ofRegion),
    })
  switch (path) {
    case '/':
    case '/healthz':
      if (faulty('secret-config-root')) return json(200, config)
      return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'This app is running.' }
    case '/auth/start':
      return startInstall(tools, visit)
    case '/auth/callback':
      return endInstall(tools, visit)
    case '/auth/done':
      return installed(tools)
    case '/panel':
      return openPanel(tools, visit)
    case '/panel/data':
      return otherwise('header-session') ? panelData(tools, visit) : { status: 404 }
    case '/panel/totals':
      return faulty('session-open-data') ? openTotals(tools, visit) : { status: 404 }
    case '/slots/order':
      return slotPage()
    case '/slots/order/data':
      return slotData(tools, visit)
    default:
      return faulty('secret-served') ? ownFile(path) : { status: 404 }
  }
}

function ownFile(path: string): Answer {
  const file = join(process.cwd(), path)
  return existsSync(file) ? { status: 200, body: readFileSync(file) } : { status: 404 }
}

/** Panel and slots open inside the store admin alone, everything else nowhere. */
function frameHeaders(path: string): Record<string, string> {
  const isFramed = /^\/(panel|slots)(\/|$)/.test(path)
  const admin = new URL(config.adminUrl).origin
  const ancestors = isFramed ? ancestorsOf(admin) : "'none'"
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors ${ancestors}`
  if (faulty('frame-open') || (faulty('frame-open-slot') && path.startsWith('/slots'))) return {}
  return {
    'Content-Security-Policy': policy,
    ...(faulty('frame-denied') && isFramed ? { 'X-Frame-Options': 'DENY' } : {}),
  }
}

function ancestorsOf(admin: string): string {
  if (faulty('frame-self')) return "'self'"
  if (faulty('frame-anyone')) return '*'
  return otherwise('more-ancestors') ? `'self' https://admin.example.com ${admin}` : admin
}

const READY_MS = 1500

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (otherwise('begins-slowly') && performance.now() < READY_MS) return void response.writeHead(503).end()
  const visit = readVisit(request)
  if (faulty('secret-embed-log')) log(`${visit.method} ${request.url}`)
  for (const [name, value] of Object.entries(frameHeaders(visit.path))) response.setHeader(name, value)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  if (otherwise('more-headers')) response.setHeader('Strict-Transport-Security', 'max-age=60')
  if (faulty('session-cors') && request.headers.origin === new URL(config.appUrl).origin) {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin)
    response.setHeader('Access-Control-Allow-Headers', 'content-type')
  }
  if (faulty('web-any-origin')) {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
    response.setHeader('Access-Control-Allow-Credentials', 'true')
  }
  try {
    if (faulty('web-fetches')) {
      const url = visit.query.get('url')
      if (url !== null) await fetch(url)
    }
    send(response, await route(visit))
  } catch (error) {
    log(`${visit.method} ${visit.path} failed: ${error instanceof Error ? error.name : 'unknown'}`)
    const isTold = faulty('web-stack') && error instanceof Error
    if (!response.headersSent)
      send(response, { status: 500, body: isTold ? String(error.stack) : 'Something went wrong.' })
  }
}

const server = createServer((request, response) => void answer(request, response))
server.listen(config.port, '127.0.0.1', () => log(`${config.appKey} listens on port ${config.port}`))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}

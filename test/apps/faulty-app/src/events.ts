import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

import type { Config } from './config.ts'
import { claim, inTransaction, isFree } from './database.ts'
import { faulty, otherwise } from './faulty.ts'
import type { Install, Installs } from './installs.ts'
import { addDecimals, feeOf } from './money.ts'
import { PlatformError, type Order, type Platform } from './platform.ts'

/** A verified event. */
export interface StoreEvent {
  readonly eventId: string
  readonly topic: string
  readonly storeId: number
  readonly regionId: number | null
  readonly orderId: number | null
}

export interface EventTools {
  readonly config: Config
  readonly db: DatabaseSync
  readonly installs: Installs
  readonly platform: Platform
  readonly log: (line: string) => void
}

type Outcome = 'taken' | 'repeated'

/** Events that are being taken right now: a repeat at the same moment waits for the same end. */
const underWay = new Map<string, Promise<Outcome>>()
const seen = new Set<string>()
let last = ''

/** Takes an event once: the id and the effect are written in one transaction. Throws when it has to be sent again. */
export function takeEvent(tools: EventTools, event: StoreEvent): Promise<Outcome> {
  const { eventId } = event
  const running = underWay.get(eventId)
  if (running !== undefined && !faulty('once-late') && !takesRepeats()) return running
  const take = otherwise('answers-first') ? keepForLater : otherwise('works-in-a-queue') ? takeInTurn : takeNow
  const taking = take(tools, event).finally(() => underWay.delete(eventId))
  underWay.set(eventId, taking)
  return taking
}

let queue: Promise<unknown> = Promise.resolve()

/** The variation: an event waits until the work of those before it is done. */
function takeInTurn(tools: EventTools, event: StoreEvent): Promise<Outcome> {
  const taking = queue.then(() => takeNow(tools, event))
  queue = taking.catch(() => {})
  return taking
}

/** The variations: calls that no event has caused. */
export async function goRound(
  { installs, log }: EventTools,
  read: (install: Install) => Promise<void>,
  pauseMs: number,
): Promise<never> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    for (const install of installs.living())
      await read(install).catch(() => log(`store ${install.storeId} was not read`))
  }
}

async function takeNow(tools: EventTools, event: StoreEvent): Promise<Outcome> {
  const { db } = tools
  const { eventId } = event
  if (isRepeat(db, eventId)) {
    if (faulty('once-refused')) throw new Error('known already')
    return 'repeated'
  }
  if (faulty('once-too-early')) db.prepare('INSERT OR IGNORE INTO events VALUES (?)').run(eventId)
  if (faulty('answer-forgetful')) {
    void effectOf(tools, event)
      .then((effect) => effect())
      .catch(() => tools.log('an event was lost'))
    note(db, eventId)
    return 'taken'
  }
  const effect = await effectOf(tools, event)
  return inTransaction(db, () => {
    if (!note(db, eventId)) return 'repeated'
    effect()
    return 'taken'
  })
}

function takesRepeats(): boolean {
  return (['once-never', 'once-rows', 'once-event-rows', 'once-gifts'] as const).some((name) => faulty(name))
}

function isRepeat(db: DatabaseSync, eventId: string): boolean {
  if (takesRepeats() || faulty('once-works-again')) return false
  if (faulty('once-in-memory')) return seen.has(eventId)
  if (faulty('once-last')) return last === eventId
  return db.prepare('SELECT 1 FROM events WHERE event_id = ?').get(eventId) !== undefined
}

/** False when it was noted before, by another process too. */
function note(db: DatabaseSync, eventId: string): boolean {
  seen.add(eventId)
  last = eventId
  const { changes } = db.prepare('INSERT OR IGNORE INTO events VALUES (?)').run(eventId)
  const isUnchecked = ['once-in-memory', 'once-last', 'once-late', 'once-too-early'] as const
  return Number(changes) === 1 || takesRepeats() || isUnchecked.some((name) => faulty(name))
}

/** The variation: the event is safe on disk before the answer, and the work is done after it. */
async function keepForLater({ db }: EventTools, event: StoreEvent): Promise<Outcome> {
  return inTransaction(db, () => {
    if (!note(db, event.eventId)) return 'repeated'
    db.prepare('INSERT INTO jobs VALUES (?, ?, NULL)').run(event.eventId, JSON.stringify(event))
    return 'taken'
  })
}

/** Does what was kept for later, now and whenever there is something; what fails is tried again, ever more slowly. */
export async function workOff(tools: EventTools): Promise<void> {
  const dueAt = new Map<string, number>()
  for (let failures = 0; ;) {
    const rows = tools.db.prepare('SELECT * FROM jobs ORDER BY rowid').all()
    const row = rows.find(({ event_id: id, worker }) => (dueAt.get(String(id)) ?? 0) <= Date.now() && isFree(worker))
    await new Promise((resolve) => setTimeout(resolve, row === undefined ? 100 : Math.min(failures * 500, 4000)))
    if (row === undefined) continue
    if (!claim(tools.db, row)) continue
    try {
      // Written by keepForLater.
      const effect = await effectOf(tools, JSON.parse(String(row['event'])) as StoreEvent)
      inTransaction(tools.db, () => {
        const { changes } = tools.db.prepare('DELETE FROM jobs WHERE event_id = ?').run(String(row['event_id']))
        if (Number(changes) === 1) effect()
      })
      failures = 0
    } catch {
      if (otherwise('waits-a-minute')) dueAt.set(String(row['event_id']), Date.now() + 60_000)
      else failures += 1
    }
  }
}

/** What is to be written; what it needs of the platform is done before. */
async function effectOf(tools: EventTools, event: StoreEvent): Promise<() => void> {
  const ofStore = tools.installs.living().find(({ storeId }) => storeId === event.storeId)
  const own = tools.installs.find(event.storeId, event.regionId)
  const install = own !== null && faulty('install-first-region') ? (ofStore ?? own) : own
  // An event may come before its install is written; after an uninstall there is nothing to do.
  if (install === null) throw new Error('no install yet')
  // A test event of the developer console is about nothing that happened.
  if (event.eventId.startsWith('test:')) return () => {}
  switch (event.topic) {
    case 'order.paid':
      return event.orderId === null ? () => {} : orderPaid(tools, event, { install, orderId: event.orderId })
    case 'order.created':
      return event.orderId === null ? () => {} : orderCreated(tools, event, { install, orderId: event.orderId })
    case 'order.shipped':
      return event.orderId === null ? () => {} : orderShipped(tools, event, { install, orderId: event.orderId })
    case 'order.refunded':
      return event.orderId === null ? () => {} : orderRefunded(tools, event, { install, orderId: event.orderId })
    case 'app.uninstalled':
      return appUninstalled(tools, install)
    default:
      return () => {}
  }
}

interface Meant {
  readonly install: Install
  readonly orderId: number
}

async function orderPaid(tools: EventTools, event: StoreEvent, { install, orderId }: Meant): Promise<() => void> {
  if (install.token === null) return () => {}
  const { platform, db } = tools
  const used = faulty('api-any-token') ? (tools.installs.living()[0] ?? install) : install
  try {
    const order = await platform.order(used, event.regionId, orderId)
    const amount = feeOf(order.grandTotal)
    if (otherwise('pauses-between-calls')) await new Promise((resolve) => setTimeout(resolve, 1000))
    const ref = faulty('api-new-reference') || faulty('once-gifts') ? randomUUID() : event.eventId
    await platform.writeFee(used, event.regionId, order, { ref, amount })
    return () => addTotal(db, event, order)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    if (faulty('money-refused')) throw error
    if (faulty('api-402-removes') && error.status === 402) tools.installs.remove(install)
    const isLost = (faulty('api-429-lost') && error.status === 429) || (faulty('api-broken-lost') && error.status === 0)
    if (faulty('api-no-pin-again')) throw error
    // An order that is gone or not ours is nothing to wait for.
    if (isLost || error.status === 404 || error.status === 400) return () => {}
    throw error
  }
}

async function orderCreated(tools: EventTools, event: StoreEvent, { install, orderId }: Meant): Promise<() => void> {
  if (install.token === null) return () => {}
  await tools.platform.writeGifts(install, event.regionId, orderId)
  return () => {}
}

async function orderShipped(tools: EventTools, event: StoreEvent, { install, orderId }: Meant): Promise<() => void> {
  if (install.token === null) return () => {}
  const order = await tools.platform.order(install, event.regionId, orderId)
  await tools.platform.uploadSlip(install, event.regionId, order)
  return () => {}
}

/** The fee stays: the platform has no negative amounts. */
async function orderRefunded(tools: EventTools, event: StoreEvent, { install, orderId }: Meant): Promise<() => void> {
  if (install.token === null || !faulty('money-negative')) return () => {}
  const order = await tools.platform.order(install, event.regionId, orderId)
  const fee = { ref: event.eventId, amount: `-${feeOf(order.grandTotal)}` }
  await tools.platform.writeFee(install, event.regionId, order, fee).catch(() => tools.log('a fee was not reversed'))
  return () => {}
}

/** Believed only when the token is really dead: a late repeat must not end a newer install. */
async function appUninstalled(tools: EventTools, install: Install): Promise<() => void> {
  if (faulty('lifecycle-ignored') || install.token === null) return () => {}
  if (faulty('lifecycle-needs-token')) await tools.platform.orders(install, null)
  if (otherwise('asks-no-token') || faulty('lifecycle-needs-token') || faulty('lifecycle-late'))
    return () => tools.installs.remove(install)
  if (await tools.platform.isAlive(install)) return () => {}
  return () => tools.installs.remove(install)
}

export interface Total {
  readonly currency: string
  readonly orders: number
  readonly total: string
}

/** The mistake: earlier orders are on further pages too. */
export async function addEarlier({ platform, db }: EventTools, install: Install): Promise<void> {
  const { storeId, regionId } = install
  for (const order of await platform.orders(install, regionId))
    addTotal(db, { eventId: `earlier-${order.id}`, topic: 'order.paid', storeId, regionId, orderId: order.id }, order)
}

function addTotal(db: DatabaseSync, { eventId, storeId, regionId }: StoreEvent, order: Order): void {
  const currency = faulty('money-mixed') ? 'EUR' : order.currency
  const place = [storeId, faulty('money-mixed') ? 0 : (regionId ?? 0), currency] as const
  if (otherwise('keeps-event-rows')) {
    db.prepare('INSERT INTO event_sales VALUES (?, ?, ?, ?, ?)').run(eventId, ...place, order.grandTotal)
    return
  }
  // A booking without a key: what is sent again is a second one.
  if (faulty('once-gifts')) return
  if (otherwise('keeps-rows')) {
    db.prepare('INSERT INTO sales VALUES (?, ?, ?, ?)').run(...place, order.grandTotal)
    return
  }
  const before = db
    .prepare('SELECT total FROM totals WHERE store_id = ? AND region_id = ? AND currency = ?')
    .get(...place)
  db.prepare(
    'INSERT INTO totals VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET orders = orders + 1, total = excluded.total',
  ).run(...place, faulty('money-zero') ? '0' : addDecimals(String(before?.['total'] ?? '0'), order.grandTotal))
}

/** Of one region, by currency; there is no total over currencies. */
export function totalsOf(db: DatabaseSync, storeId: number, regionId: number | null): Total[] {
  const place = faulty('money-mixed') ? 0 : (regionId ?? 0)
  if (otherwise('keeps-rows')) return sumOfSales(db, 'sales', { storeId, place })
  if (otherwise('keeps-event-rows')) return sumOfSales(db, 'event_sales', { storeId, place })
  const which = faulty('session-all-totals') ? '? IS NOT NULL AND ? IS NOT NULL' : 'store_id = ? AND region_id = ?'
  return db
    .prepare(`SELECT * FROM totals WHERE ${which} ORDER BY currency`)
    .all(storeId, place)
    .map((row) => ({ currency: String(row['currency']), orders: Number(row['orders']), total: String(row['total']) }))
}

function sumOfSales(
  db: DatabaseSync,
  table: 'sales' | 'event_sales',
  { storeId, place }: { storeId: number; place: number },
): Total[] {
  const sales = db.prepare(`SELECT * FROM ${table} WHERE store_id = ? AND region_id = ?`).all(storeId, place)
  return [...Map.groupBy(sales, (row) => String(row['currency']))].map(([currency, rows]) => ({
    currency,
    orders: rows.length,
    total: rows.map((row) => String(row['total'])).reduce(addDecimals),
  }))
}

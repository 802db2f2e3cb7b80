import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { linkKit } from '../../support/dev/scaffolded.ts'
import { errorOf, until } from '../support/machine.ts'
import { approveInBrowser } from '../support/manager.ts'
import { usePlatform, type OpenProject } from '../support/platform.ts'

const platform = usePlatform()

/** The scaffolded app as `npm start` runs it, with what `app env --reveal` prints. */
let project: OpenProject
let stop: () => void = () => {}

beforeAll(async () => {
  project = await platform().openProject()
  linkKit(project.dir)
  const env = await project.ok<Record<string, string>>(['env', '--reveal'])
  const app = spawn(process.execPath, ['src/server.ts'], {
    cwd: project.dir,
    env: { PATH: process.env['PATH'], ...env },
  })
  stop = () => void app.kill('SIGKILL')
  await until(async () => (await fetch(`${url()}/healthz`).catch(() => null))?.ok, 'the app')
  await installThroughTheApp()
})

function url(): string {
  return `http://127.0.0.1:${project.port}`
}

/** As the store's manager does it who follows the app's own link: start, consent, callback. */
async function installThroughTheApp(): Promise<void> {
  const start = await fetch(`${url()}/auth/start`, { redirect: 'manual' })
  const { search } = new URL(start.headers.get('location') ?? '')
  const cookie = start.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const back = await approveInBrowser(platform(), project, { query: search })
  const done = await fetch(back, { redirect: 'manual', headers: { Cookie: cookie } })
  if (done.status >= 400) throw new Error(`The app answered ${done.status}: ${await done.text()}`)
}

afterAll(() => stop())

/** What the app has written down of an event: its one effect. */
function effects(eventId: string): number {
  const db = new DatabaseSync(join(project.dir, 'data', 'app.db'), { readOnly: true })
  try {
    return db.prepare('SELECT event_id FROM svcapp_events WHERE event_id = ?').all(eventId).length
  } finally {
    db.close()
  }
}

/** How many paid orders the app has counted: an event that took effect twice would show here. */
function paidOrders(): number {
  const db = new DatabaseSync(join(project.dir, 'data', 'app.db'), { readOnly: true })
  try {
    return Number(db.prepare('SELECT count(*) AS n FROM paid_orders').get()?.['n'])
  } finally {
    db.close()
  }
}

describe('app webhook trigger, with the scaffolded app', () => {
  it('prints eventId, status and ms (EVT-004)', async () => {
    const answer = await project.ok(['webhook', 'trigger', 'order.created'])
    const plain = await project.run(['webhook', 'trigger', 'order.created'])

    expect(answer).toMatchObject({ status: 200, eventId: expect.stringMatching(/^test:/) as unknown })
    expect(answer['ms']).toBeTypeOf('number')
    expect(plain.exit).toBe(0)
    expect(plain.stdout).toMatch(/^test:[\w-]+\s+200\s+\d+ ms\n$/)
    expect(effects(String(answer['eventId']))).toBe(1)
  })

  it.each([
    ['HOOK-003 T11', 'a wrong signature', ['--bad-signature']],
    ['HOOK-015 T12', 'an event of six minutes ago', ['--age', '6m']],
  ])('%s the app rejects %s without any effect, and the command exits with 0', async (_, __, flags) => {
    const eventId = `test:refused-${flags.join('')}`

    const run = await project.run(['webhook', 'trigger', 'order.created', '--event-id', eventId, ...flags, '--json'])

    expect(run.exit).toBe(0)
    expect(JSON.parse(run.stdout)).toMatchObject({ status: 401, eventId })
    expect(effects(eventId)).toBe(0)
  })

  it('the same event sent twice gets 200 twice and has one effect (HOOK-018 P4)', async () => {
    const send = (...flags: string[]) =>
      project.ok(['webhook', 'trigger', 'order.paid', '--event-id', 'test:twice', ...flags])

    const answers = [await send(), await send('--duplicate')]

    expect(answers).toMatchObject([{ status: 200 }, { status: 200, duplicate: { status: 200 } }])
    expect(effects('test:twice')).toBe(1)
  })

  it('a real paid order arrives once, and a repeated event changes nothing (EVT-016 P4)', async () => {
    const before = paidOrders()
    const placed = await project.ok<{ events: { eventId: string; topic: string }[] }>([
      'emulator',
      'order',
      'place',
      '--region',
      'tr',
      '--paid',
    ])
    const paid = placed.events.find(({ topic }) => topic === 'order.paid')?.eventId ?? ''
    await until(() => effects(paid) === 1, 'the event')

    const again = await project.ok(['webhook', 'trigger', 'order.paid', '--event-id', paid])

    expect(again).toMatchObject({ status: 200, eventId: paid })
    expect(effects(paid)).toBe(1)
    expect(paidOrders() - before).toBe(1)
  })

  it('sends nothing to an address outside this machine (T34)', async () => {
    for (const to of ['http://169.254.169.254/webhooks', 'http://localhost@203.0.113.1/', 'file:///etc/passwd']) {
      const run = await project.run(['webhook', 'trigger', 'order.created', '--to', to, '--json'])

      expect(run.exit).toBe(2)
      expect(errorOf(run).code).toBe('webhook.bad-address')
    }
  })

  it('exits with 8 and net.unreachable if the app is not running, with a hint about the app', async () => {
    const other = await platform().openProject()

    const run = await other.run(['webhook', 'trigger', 'order.created', '--json'])

    expect(run.exit).toBe(8)
    expect(errorOf(run).code).toBe('net.unreachable')
    expect(errorOf(run).message).toContain(`127.0.0.1:${other.port}`)
    expect(errorOf(run).hint).toMatch(/app dev|npm start/)
    expect(errorOf(run).hint).not.toContain('emulator')
  })
})

import { expect, it } from 'vitest'

import { queryViews } from '../../src/journal/query/query-views.ts'
import { reportError } from '../../src/main/report-error.ts'
import { questionText } from '../../src/terminal/question-text.ts'
import { style } from '../../src/terminal/style.ts'
import { displayWidth } from '../../src/terminal/width.ts'
import { placedOrderView } from '../../src/views/emulator/placed-order.ts'
import { adoptedAppView } from '../../src/views/init/adopted-app.ts'
import { newAppView } from '../../src/views/init/new-app.ts'
import { queryViewsView } from '../../src/views/journal/query-views.ts'
import { registrationView, type ShownRegistration } from '../../src/views/registration.ts'
import { whyText, whyTopicsText } from '../../src/views/webhook/why.ts'

const looks = (width: number) => ({ width, style: style(false) })
const widest = (text: string) => Math.max(...text.split('\n').map(displayWidth))

const manifest = JSON.stringify({
  renderMode: 'iframe',
  appUrl: 'http://127.0.0.1:3000/panel',
  slots: [{ slot: 'orders.detail', path: '/orders', title: 'Points: what a customer, or two, has' }],
})

const app: ShownRegistration = {
  app_key: 'app.acme.loyalty',
  name: 'Loyalty',
  status: 'D',
  client_id: 'cli_1',
  requested_scopes: ['orders.read'],
  optional_scopes: [],
  redirect_uris: ['http://127.0.0.1:3000/auth/callback'],
  install_scope: 'region',
  webhook_url: null,
  webhook_topics: [],
  admin_manifest_json: manifest,
  countries: [],
  price: null,
  test_store_codes: [],
  target: 'emulator',
  created: true,
  secrets: { client_secret: null, webhook_signing_secret: null, token_key: null },
  revealed: null,
  console: null,
  next: null,
}

const stored = { backend: 'keychain', where: 'the keychain' } as const

const order = {
  id: 1,
  orderNumber: '1001',
  status: 'new',
  grandTotal: '10.00',
  currency: 'TRY',
  regionId: 1,
  regionCode: 'tr',
  events: [{ topic: 'order.created', eventId: '5b0cf6d0-1b5c-4bd3-9b80-0d7c8f7a3f55', deliveries: 0 }],
}

const made = {
  key: 'app.acme.loyalty',
  dir: '/home/ada/loyalty',
  files: [],
  existing: [],
  ownNode: false,
  installed: true,
  repository: true,
  committed: false,
  packageManager: 'npm',
  workspace: null,
  cwd: '/home/ada',
}

const adopted = {
  key: 'app.acme.loyalty',
  name: 'Loyalty',
  dir: '/home/ada/shop',
  files: ['app.toml'],
  gitignoreUpdated: true,
  kit: null,
  from: 'package.json',
  framework: null,
  paste: null,
  command: ['npm', 'start'],
  watches: true,
  port: 3000,
  packageManager: 'npm',
  workspace: null,
} as const

it.each([
  ['a new app', (width: number) => newAppView(made, looks(width))],
  ['an adopted project', (width: number) => adoptedAppView(adopted, looks(width))],
  ['an order that was placed', (width: number) => placedOrderView(order, looks(width), { store: 'demo' })],
  ['the views of the journal', (width: number) => queryViewsView(queryViews, looks(width))],
  ['a registration', (width: number) => registrationView(app, looks(width))],
])('%s wraps between words at 80 columns, and never in a pipe', (_, view) => {
  expect(widest(view(80))).toBeLessThanOrEqual(80)
  expect(widest(view(0))).toBeGreaterThan(80)
})

it('why does not wrap within an address or a word in a narrow terminal', () => {
  const found = 'nothing listens at http://127.0.0.1:3000/webhooks'
  const names = ['status and test store', 'gateway']
  const links = names.map(
    (name) => ({ name, state: 'broken', found, remedy: 'Run `app dev`, or `app webhook listen`.' }) as const,
  )
  const topics = ['order.created', 'shipment.create_requested'].map((topic) => ({ topic, broken: 'gateway', links }))

  for (const text of [whyText(links, looks(38)), whyTopicsText(topics, looks(38))]) {
    expect(widest(text)).toBeLessThanOrEqual(38)
    expect(text).toContain('\n    http://127.0.0.1:3000/webhooks')
  }
  expect(whyText(links, looks(80))).toContain(`✗ gateway                ${found}\n`)
  expect(whyText(links, looks(0))).toContain(`✗ gateway                ${found}\n`)
})

it('why without a topic prints no check mark if links are unknown, and lists them', () => {
  const link = (name: string, state: 'ok' | 'unknown') =>
    state === 'ok'
      ? { name, state, found: 'seen', remedy: null }
      : { name, state, found: 'unseen', remedy: 'Check the console.' }
  const topics = [
    { topic: 'order.created', broken: null, links: [link('tunnel', 'unknown'), link('event', 'unknown')] },
    { topic: 'order.paid', broken: null, links: [link('tunnel', 'ok'), link('event', 'unknown')] },
    { topic: 'order.shipped', broken: null, links: [link('tunnel', 'ok'), link('event', 'ok')] },
  ]

  expect(whyTopicsText(topics, looks(80)).split('\n')).toEqual([
    '? order.created  no problem found in the links that this machine can check',
    '? order.paid     event: unseen',
    '✓ order.shipped  no problem found',
    '',
    'order.created: 2 links are unknown: tunnel, event.',
    'order.paid: Check the console.',
    '',
    'To show all links of one topic: `app webhook why <topic>`',
  ])
})

it('why prints advice that several links share once, after their names', () => {
  const remedy = 'Check it in the developer console.'
  const links = ['event', 'payment'].map((name) => ({ name, state: 'unknown', found: 'unseen', remedy }) as const)

  expect(whyText(links, looks(80))).toMatch(
    /Check the other links:\n {2}event, payment: Check it in the developer console\.$/,
  )
})

it('a manifest that is wrapped into lines is the same JSON, and is on one line in a pipe', () => {
  const shown = (width: number, of = manifest) =>
    registrationView({ ...app, admin_manifest_json: of }, looks(width))
      .split('admin_manifest_json')[1]
      ?.split(/\n(?=test_store_codes)/)[0] ?? ''
  const quoted = JSON.stringify({ title: 'the "best" of all: , { }' })

  expect(JSON.parse(shown(80))).toEqual(JSON.parse(manifest))
  expect(shown(0).trim()).toBe(manifest)
  expect(shown(80, quoted).trim()).toBe(quoted)
})

it.each([
  [{ client_secret: null, webhook_signing_secret: null }, 'Next: app secret set --target live'],
  [{ webhook_signing_secret: null }, 'Next: app secret set signing --target live'],
  [{ client_secret: null }, 'Next: app secret set client --target live'],
])('a registration on live suggests the command for the missing secrets: %j', (missing, command) => {
  const secrets = { client_secret: stored, webhook_signing_secret: stored, token_key: stored, ...missing }

  const text = registrationView({ ...app, target: 'live', secrets, next: 'app dev --target live' }, looks(80))

  expect(text).toContain(`\nMissing: ${Object.keys(missing).join(', ')}\n${command}\nThen: app dev --target live`)
})

it('a question wraps between words, after its mark', () => {
  const question = `Every command on this machine, of coding agents too, may then write to the live platform.\nType live.example`

  expect(widest(questionText(question, 80))).toBeLessThanOrEqual(78)
  expect(questionText(question, 80).replaceAll('\n', ' ')).toBe(question.replaceAll('\n', ' '))
  expect(questionText(question, 0)).toBe(question)
  const added = '(Y/n) Yes'
  for (let length = 1; length < 20; length += 1) {
    const text = `${'word '.repeat(12)}${'x'.repeat(length)}`
    const asked = questionText(text, 80, added)
    expect(widest(`${asked} ${added}`)).toBeLessThanOrEqual(78)
    expect(asked.replaceAll('\n', ' ').trim()).toBe(text)
  }
})

it.each([
  [{ isTTY: true, columns: 60 }, 60],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: false }, Infinity],
])('an error outside a command wraps like a command error: %j', (terminal, width) => {
  let text = ''
  const stderr = { ...terminal, write: (chunk: string | Uint8Array) => (text += String(chunk)) }

  const exit = reportError(new Error('word '.repeat(40)), [], { env: {}, stderr })

  expect(exit).toBe(1)
  expect(text).toContain('cli.unexpected')
  expect(widest(text) <= width).toBe(true)
  expect(widest(text) > 100).toBe(width === Infinity)
})

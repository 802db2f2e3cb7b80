import { join } from 'node:path'

import { expect, it } from 'vitest'

import { targetNamer } from '../../../src/cli/target/name-target.ts'

const root = join(import.meta.dirname, '../../..')
const onLive = targetNamer({ target: 'live' }, root)

it.each([
  ['Run `app install` again.', 'Run `app install --target live` again.'],
  [
    '`app webhook why order.paid` or `app dev`',
    '`app webhook why order.paid --target live` or `app dev --target live`',
  ],
  ['`app dev stop && app dev`', '`app dev stop && app dev --target live`'],
  ['`app embed token | app embed verify`', '`app embed token --target live | app embed verify --target live`'],
  ['`app env -- npm start`', '`app env --target live -- npm start`'],
  ['`app call orders list > orders.json`', '`app call orders list --target live > orders.json`'],
])('adds the live platform in %s', (text, named) => {
  expect(onLive(text)).toBe(named)
})

it.each([
  'Already named: `app install --target live`.',
  'The same on both platforms: `app live status`, `app dev stop`, `app version`.',
  'The live platform rejects it: `app emulator status`, `app store list`.',
  'Not a command: `app`, `app call`, `app nonsense`, `npm test`, app install.',
])('leaves unchanged: %s', (text) => {
  expect(onLive(text)).toBe(text)
})

it('adds the platform that a flag selected, so that no pasted command changes another one', () => {
  const onTrial = targetNamer({ platform: 'trial' }, root)

  expect(
    onTrial('`app emulator reset --yes`, `app dev`, `app explain 3` or `app emulator reset --platform default`'),
  ).toBe(
    '`app emulator reset --yes --platform trial`, `app dev`, `app explain 3` or `app emulator reset --platform default`',
  )
})

it('adds the emulator to its own commands too if the environment selects the live platform', () => {
  expect(targetNamer({ target: 'emulator' }, root)('`app emulator start`, then `app dev`.')).toBe(
    '`app emulator start --target emulator`, then `app dev --target emulator`.',
  )
})

it.each([
  ['`app dev stop && app dev`', '`app dev stop --config staging && app dev --config staging`'],
  ['`app env -- npm start`', '`app env --config staging -- npm start`'],
  ['`app emulator order place`', '`app emulator order place --config staging`'],
  ['`app dev --config production`', '`app dev --config production`'],
  ['`app init app.acme.other`, `app explain pin.missing`', '`app init app.acme.other`, `app explain pin.missing`'],
])('keeps --config in %s', (text, named) => {
  expect(targetNamer({ config: 'staging' }, root)(text)).toBe(named)
})

it('adds the target and --config', () => {
  expect(targetNamer({ target: 'live', config: 'staging' }, root)('`app install`, `app live status`')).toBe(
    '`app install --target live --config staging`, `app live status --config staging`',
  )
})

it.each([
  'Add orders.read to the scopes in FILE, then run: app register',
  'Check base_url in [targets.live] of FILE: it may be wrong.',
  'FILE lists order.paid',
  'The console has another address; FILE has this one.',
])('shows the path of the file in use: %s', (text) => {
  const onStaging = targetNamer({}, root, 'staging')
  expect(onStaging(text.replace('FILE', 'app.toml'))).toBe(text.replace('FILE', 'app.staging.toml'))
  expect(onLive(text.replace('FILE', 'app.toml'))).toBe(text.replace('FILE', 'app.toml'))
})

it('shows the path of a file that is given instead of a registration name', () => {
  const named = targetNamer({}, root, 'app.staging.toml')
  expect(named('Check base_url in app.toml.')).toBe('Check base_url in app.staging.toml.')
})

it.each([
  'app.toml',
  '  app.toml             app.acme.loyalty',
  'differs from app.toml  requested_scopes',
  'There is no app.toml in this folder.',
  'key is app.acme.loyalty, as in app.toml: both would share tokens.',
  'targets.live.client_id has the same value as in app.toml, so both registrations would be the same app.',
  'Set the value in app.staging.toml, which overrides app.toml.',
  '/home/me/loyalty/app.toml:3: key is missing',
])('does not change a mention of another file: %s', (text) => {
  expect(targetNamer({ config: 'staging' }, root)(text)).toBe(text)
})

import { expect, it } from 'vitest'

import { panelChanges } from '../../../src/protocol/judge/panel-changes.ts'

const slot = { type: 'fullpage', path: 'home', label: 'Home' }
const manifest = { appUrl: 'https://panel.example/app', slots: [slot] }
const text = (fields: object = {}) => JSON.stringify({ ...manifest, ...fields })

it.each([
  [
    'another order of fields',
    JSON.stringify({ slots: [{ label: 'Home', path: 'home', type: 'fullpage' }], appUrl: manifest.appUrl }),
  ],
  ['another writing of the address', text({ appUrl: 'HTTPS://Panel.example:443/app' })],
  ['fields that are no part of a slot', text({ slots: [{ ...slot, icon: 'star' }] })],
  ['what a review does not look at', text({ installScope: 'store', renderMode: 'iframe' })],
])('%s counts as no change (APP-035)', (_, other) => {
  expect(panelChanges(text(), other)).toEqual([])
})

it.each([
  ['another address', ['appUrl'], text({ appUrl: 'https://panel.example/App' })],
  ['no address', ['appUrl'], text({ appUrl: undefined })],
  ['no manifest', ['appUrl', 'slots'], null],
  ['another path', ['slots'], text({ slots: [{ ...slot, path: 'Home' }] })],
  ['another label', ['slots'], text({ slots: [{ ...slot, label: 'Start' }] })],
  ['another type', ['slots'], text({ slots: [{ ...slot, type: 'settings' }] })],
  ['one slot more', ['slots'], text({ slots: [slot, { ...slot, type: 'settings' }] })],
  ['no slots', ['slots'], text({ slots: [] })],
])('%s is a change of %j (APP-026, APP-027)', (_, changed, other) => {
  expect(panelChanges(text(), other)).toEqual(changed)
})

it("a different order of the slots is a change, because it is the app's choice (APP-027)", () => {
  const second = { ...slot, type: 'settings' }
  expect(panelChanges(text({ slots: [slot, second] }), text({ slots: [second, slot] }))).toEqual(['slots'])
})

it('a missing manifest equals one without panel and slots', () => {
  expect(panelChanges(null, '{"renderMode":"iframe"}')).toEqual([])
  expect(panelChanges('{"slots":null,"appUrl":null}', null)).toEqual([])
})

it.each(['no JSON', '[1]', '7', 'null', '{"slots":[null,3]}', '{"slots":"x"}'])('compares %s with itself', (json) => {
  expect(panelChanges(json, json)).toEqual([])
})

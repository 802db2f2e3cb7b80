import { expect, it } from 'vitest'

import { panelFacts } from '../../src/control/panel-facts.ts'

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
])('APP-035 %s means the same', (_, other) => {
  expect(panelFacts(other)).toBe(panelFacts(text()))
})

it.each([
  ['APP-026 another address', text({ appUrl: 'https://panel.example/App' })],
  ['APP-026 no address', text({ appUrl: undefined })],
  ['APP-026 no manifest', null],
  ['APP-027 another path', text({ slots: [{ ...slot, path: 'Home' }] })],
  ['APP-027 another label', text({ slots: [{ ...slot, label: 'Start' }] })],
  ['APP-027 another type', text({ slots: [{ ...slot, type: 'settings' }] })],
  ['APP-027 one slot more', text({ slots: [slot, { ...slot, type: 'settings' }] })],
  ['APP-027 no slots', text({ slots: [] })],
])('%s is a change', (_, other) => {
  expect(panelFacts(other)).not.toBe(panelFacts(text()))
})

it("APP-027 the order of the slots is the app's choice, so another order is a change", () => {
  const second = { ...slot, type: 'settings' }
  expect(panelFacts(text({ slots: [slot, second] }))).not.toBe(panelFacts(text({ slots: [second, slot] })))
})

it('no manifest and one without panel and slots are the same', () => {
  expect(panelFacts(null)).toBe(panelFacts('{"renderMode":"iframe"}'))
  expect(panelFacts('{"slots":null,"appUrl":null}')).toBe(panelFacts(null))
})

it.each(['no JSON', '[1]', '7', 'null', '{"slots":[null,3]}', '{"slots":"x"}'])('is no trap for %s', (json) => {
  expect(panelFacts(json)).toBe(panelFacts(json))
})

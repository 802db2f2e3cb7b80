import { expect, it } from 'vitest'

import { patientSend } from '../../src/context/patient-send.ts'
import type { WireResponse } from '../../src/http/wire.ts'

/** A request that has a response when the caller says so; `noted` resolves with the first note. */
function makeSlow(noteWidth = 80) {
  const response = Promise.withResolvers<WireResponse>()
  const noted = Promise.withResolvers<string>()
  const notes: string[] = []
  const terminal = { noteWidth, note: (text: string) => (notes.push(text), noted.resolve(text)) }
  const send = patientSend(() => response.promise, { terminal, patienceMs: 1 })
  const get = (url: string, more = {}) => send({ method: 'GET', url: new URL(url), headers: {}, ...more })
  const end = () => response.resolve({ status: 200, headers: {}, body: new Uint8Array() })
  return { get, end, notes, noted: noted.promise }
}

/** Longer than the patience of a request that is sent before. */
const afterATimer = () => new Promise((resolve) => void setTimeout(resolve, 20))

it('reports the host once while a request to another machine has no response', async () => {
  const { get, end, notes, noted } = makeSlow()

  const asked = get('https://api.example:8443/api/apps/v1/context')

  expect(await noted).toBe('Waiting for api.example:8443 …')
  end()
  expect((await asked).status).toBe(200)
  expect(notes).toHaveLength(1)
})

it.each([
  ['on this machine', 80, 'http://127.0.0.1:4800/', {}],
  ['with a short limit of its own', 80, 'https://api.example/', { timeoutMs: 5000 }],
  ['without a terminal', 0, 'https://api.example/', {}],
])('is silent %s', async (_what, width, url, more) => {
  const { get, end, notes } = makeSlow(width)

  const asked = get(url, more)
  await afterATimer()
  end()
  await asked

  expect(notes).toEqual([])
})

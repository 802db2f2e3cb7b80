import { expect, it, onTestFinished } from 'vitest'

import { createNodeSend } from '../../../../src/client/node-send.ts'
import { createForwarder } from '../../../../src/gateway/otlp/collector/forwarder.ts'
import { makeApp, type Answer } from '../../../support/app.ts'
import { atThisLoad, atThisSpeed, processorTime } from '../../../support/machine/machine-load.ts'

async function makeForwarder(answer?: Answer) {
  const collector = await makeApp(answer)
  const troubles: string[] = []
  const time = { ms: 0 }
  const forwarder = createForwarder({
    endpoint: new URL(`http://127.0.0.1:${collector.port}/base/`),
    headersFor: (path) => ({ 'x-key': `mine ${path}` }),
    send: createNodeSend({ builtin: process.getBuiltinModule, env: {} }),
    clock: () => time.ms,
    onTrouble: (why) => troubles.push(why),
  })
  onTestFinished(forwarder.close)
  const add = (body: string, path = '/v1/traces') =>
    forwarder.add({ path, body: Buffer.from(body), headers: { 'Content-Type': 'application/x-protobuf' } })
  return { collector, troubles, forwarder, add, time }
}

it('forwards requests unchanged and in order, with the headers of the collector', async () => {
  const { collector, add, troubles } = await makeForwarder()

  add('one')
  add('two', '/v1/logs')

  await expect.poll(() => collector.seen.length).toBe(2)
  expect(collector.seen).toMatchObject([
    { target: '/base/v1/traces', headers: { 'x-key': 'mine /v1/traces', 'content-type': 'application/x-protobuf' } },
    { target: '/base/v1/logs' },
  ])
  expect(collector.seen.map(({ body }) => body.toString())).toEqual(['one', 'two'])
  expect(troubles).toEqual([])
})

it('reports a collector that rejects, is down or never responds once, and delays nothing (T39)', async () => {
  const refusing = await makeForwarder((_, response) => void response.writeHead(503).end())
  const silent = await makeForwarder(() => {})
  const away = await makeForwarder()
  await away.collector.close()

  for (let at = 0; at < 3; at++) refusing.add('x')
  for (let at = 0; at < 3; at++) away.add('x')
  const passed = processorTime()
  for (let at = 0; at < 1000; at++) silent.add('x'.repeat(1024))

  expect(passed()).toBeLessThan(atThisSpeed(500))
  await expect.poll(() => [refusing.collector.seen.length, away.troubles.length]).toEqual([3, 1])
  expect(refusing.troubles).toEqual(['it returned 503'])
  expect(silent.troubles).toEqual(['it is too slow, so telemetry was dropped'])
  expect(silent.collector.seen.length).toBeLessThan(3)
})

it('reports a collector that starts to reject requests once, and again if it fails later (T39)', async () => {
  let nth = 0
  const { collector, troubles, add, time } = await makeForwarder((_, response) => {
    nth += 1
    response.writeHead(nth % 2 === 0 ? 200 : 500).end()
  })

  for (let at = 0; at < 6; at++) add('x')
  await expect.poll(() => collector.seen.length).toBe(6)
  expect(troubles).toEqual(['it returned 500'])

  time.ms += 61_000
  add('x')
  await expect.poll(() => troubles).toEqual(['it returned 500', 'it returned 500'])
})

it('sends waiting requests at exit, and an unresponsive collector does not delay the exit', async () => {
  const quick = await makeForwarder((_, response) => void setTimeout(() => response.end(), 20))
  const silent = await makeForwarder(() => {})

  for (let at = 0; at < 5; at++) quick.add(`${at}`)
  silent.add('x')
  const startedAt = performance.now()
  await Promise.all([quick.forwarder.close(), silent.forwarder.close()])

  expect(quick.collector.seen.map(({ body }) => body.toString())).toEqual(['0', '1', '2', '3', '4'])
  expect(performance.now() - startedAt).toBeLessThan(atThisLoad(3000))
  expect(silent.troubles).toEqual([])
})

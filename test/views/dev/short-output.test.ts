import { expect, it } from 'vitest'

import { style } from '../../../src/terminal/style.ts'
import { devEventLine } from '../../../src/views/dev/dev-events.ts'
import { shortOutput } from '../../../src/views/dev/short-output.ts'

const eventId = 'evt_87a6339e173fa90aa5481ecc990cb857'

it.each([
  [
    'the id of an event by its end',
    `event queued eventId=${eventId} storeId=1001`,
    'event queued eventId=…0cb857 storeId=1001',
  ],
  ['the id of a test event', 'eventId=test:d92ae478-9b68-47e7-873c-953e6c4461f8', 'eventId=…4461f8'],
  [
    'a log entry in JSON without its time',
    `{"at":"2026-11-27T12:23:05.847Z","what":"webhook.taken","eventId":"${eventId}","topic":"order.created","storeId":1001}`,
    'webhook.taken eventId=…0cb857 topic=order.created storeId=1001',
  ],
  ['text with spaces in quotes', '{"level":30,"time":1,"msg":"all is well"}', '"all is well" level=30'],
  [
    'every digit of a large id',
    '{"event":"seen","id":9007199254740993,"ok":true,"of":null}',
    'seen id=9007199254740993 ok=true of=null',
  ],
  ['an entry with a list unchanged', '{"what":"x","list":[1]}', '{"what":"x","list":[1]}'],
  ['what is no JSON unchanged', '{ a: 1', '{ a: 1'],
  ['an empty object unchanged', '{}', '{}'],
])('shows %s', (_, line, short) => {
  expect(shortOutput(line)).toBe(short)
})

it("shortens the app's lines in a terminal, where the longest of a new app fits 80 columns, but not in a pipe", () => {
  const line = `{"at":"2026-11-27T12:23:05.847Z","what":"webhook.taken","eventId":"${eventId}","topic":"order.created","storeId":1001}`
  const shown = (width: number) =>
    devEventLine({ event: 'app-output', stream: 'stdout', line }, { style: style(false), width })

  expect(shown(80)).toBe('  app | webhook.taken eventId=…0cb857 topic=order.created storeId=1001')
  expect(shown(0)).toBe(`  app | ${line}`)
})

import { EventEmitter } from 'node:events'

import { describe, expect, it } from 'vitest'

import { readKeys } from '../../src/terminal/keys.ts'
import { createStatusLine } from '../../src/terminal/status-line.ts'
import { createTerminal } from '../../src/terminal/terminal.ts'

const interrupted = () => new AbortController().signal

class Keyboard extends EventEmitter {
  readonly isTTY = true
  readonly modes: boolean[] = []
  isReading = false
  setRawMode(on: boolean): void {
    this.modes.push(on)
  }
  resume(): void {
    this.isReading = true
  }
  pause(): void {
    this.isReading = false
  }
  press(text: string): void {
    this.emit('data', text)
  }
}

describe('keys', () => {
  it('are read one by one, Ctrl-C interrupts, and afterwards the terminal is restored (P15)', () => {
    const stdin = new Keyboard()
    const seen: string[] = []
    let interrupts = 0
    const stop = readKeys({ stdin, interrupt: () => interrupts++ }, (key) => {
      seen.push(key)
      return key === 'q' ? 'interrupt' : undefined
    })

    for (const text of ['i', '\u001b[A', 'pasted text', '\u0003', 'q']) stdin.press(text)
    stop?.()
    stdin.press('i')

    expect([seen, interrupts, stdin.modes, stdin.isReading]).toEqual([['i', 'q'], 2, [true, false], false])
  })

  it('set raw mode again when the process continues after a suspension, until they are closed', () => {
    const stdin = new Keyboard()
    const process = new EventEmitter()
    const stop = readKeys(
      {
        stdin,
        interrupt: () => {},
        onContinued: (listener) => {
          process.on('SIGCONT', listener)
          return () => process.off('SIGCONT', listener)
        },
      },
      () => undefined,
    )

    process.emit('SIGCONT')
    stop?.()
    process.emit('SIGCONT')

    expect(stdin.modes).toEqual([true, false, true, false])
  })

  it('are not read without a terminal', () => {
    expect(readKeys({ stdin: { isTTY: false }, interrupt: () => {} }, () => undefined)).toBeNull()
  })
})

describe('the status line', () => {
  const make = (isTTY: boolean, columns = 20) => {
    const written: string[] = []
    return { written, line: createStatusLine({ isTTY, columns, write: (text) => written.push(String(text)) }) }
  }

  it('stays below new output, is truncated to the width, and is removed completely', () => {
    const { written, line } = make(true)

    line.show([{ text: 'short', rank: 1 }])
    line.above(() => written.push('event\n'))
    line.show([{ text: `\u001b[1m${'x'.repeat(40)}\u001b[22m`, rank: 1 }])
    line.clear()
    line.above(() => written.push('last\n'))

    const wipe = '\r\u001b[2K'
    expect(written).toEqual([
      `${wipe}short`,
      wipe,
      'event\n',
      `${wipe}short`,
      `${wipe}${'x'.repeat(18)}…`,
      wipe,
      'last\n',
    ])
  })

  it('is erased from all rows onto which a narrower window has wrapped it', () => {
    const written: string[] = []
    const stream = { isTTY: true, columns: 41, write: (text: string | Uint8Array) => written.push(String(text)) }
    const line = createStatusLine(stream)
    const parts = [
      { text: 'x'.repeat(29), rank: 1 },
      { text: '? keys', rank: 2 },
    ]

    line.show(parts)
    stream.columns = 20
    line.show(parts)
    line.show(parts)
    stream.columns = 5
    line.above(() => written.push('event\n'))

    // 40 columns take two rows of 20, and 6 take two rows of 5.
    const wipe = '\r\u001b[2K'
    const wipeTwo = '\u001b[1A\r\u001b[J'
    expect(written).toEqual([
      `${wipe}${'x'.repeat(29)}  ·  ? keys`,
      `${wipeTwo}? keys`,
      `${wipe}? keys`,
      wipeTwo,
      'event\n',
      `${wipe}? k…`,
    ])
  })

  it.each([
    [40, 'emulator demo  ·  ? keys  ·  http://a'],
    [32, 'emulator demo  ·  ? keys'],
    [20, '? keys'],
    [4, '? k…'],
  ])('in %i columns omits whole parts, the least important first: %s', (columns, shown) => {
    const { written, line } = make(true, columns + 1)

    line.show([
      { text: 'emulator demo', rank: 2 },
      { text: '? keys', rank: 3 },
      { text: 'http://a', rank: 1 },
    ])

    expect(written).toEqual([`\r\u001b[2K${shown}`])
  })

  it('stays below a note, and below a cleared screen', async () => {
    const written: string[] = []
    const stream = { isTTY: true, columns: 20, write: (text: string | Uint8Array) => written.push(String(text)) }
    const terminal = createTerminal({ stdin: {}, stdout: stream, stderr: stream, env: {}, interrupted })
    const line = await terminal.statusLine()

    line.show([{ text: 'status', rank: 1 }])
    terminal.note('a note')
    line.wipe()

    const wipe = '\r\u001b[2K'
    expect(written).toEqual([
      `${wipe}status`,
      wipe,
      'a note\n',
      `${wipe}status`,
      '\u001b[2J\u001b[3J\u001b[H',
      `${wipe}status`,
    ])
  })

  it('writes nothing without a terminal', () => {
    const { written, line } = make(false)

    line.show([{ text: 'x', rank: 1 }])
    line.above(() => written.push('event'))
    line.clear()

    expect(written).toEqual(['event'])
  })
})

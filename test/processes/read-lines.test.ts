import { Readable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { readLines } from '../../src/processes/read-lines.ts'

async function linesOf(pieces: readonly (string | Uint8Array)[], most = 100) {
  const lines: [string, boolean][] = []
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  readLines(stream, { most, onLine: (line, isCut) => lines.push([line, isCut]) })
  await new Promise((resolve) => stream.once('close', resolve))
  return lines
}

describe('lines of a stream', () => {
  it('end with \\n, \\r\\n or \\r, wherever the pieces begin', async () => {
    const text = 'one\r\ntwo\n\nfour\rfive\r\n'
    const whole = await linesOf([text])

    expect(whole.map(([line]) => line)).toEqual(['one', 'two', '', 'four', 'five'])
    for (let at = 1; at < text.length; at++) expect(await linesOf([text.slice(0, at), text.slice(at)])).toEqual(whole)
    expect(await linesOf(text.split(''))).toEqual(whole)
  })

  it('can end without a line break, and can contain characters split across two chunks', async () => {
    const bytes = Buffer.from('ağ\nş')

    for (let at = 1; at < bytes.length; at++) {
      expect(await linesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual([
        ['ağ', false],
        ['ş', false],
      ])
    }
  })

  it('are truncated at a limit, and the next line is not affected', async () => {
    expect(await linesOf(['abc', 'de', 'fgh\nab\nabcde\nabcdef'], 5)).toEqual([
      ['abcde', true],
      ['ab', false],
      ['abcde', false],
      ['abcde', true],
    ])
  })
})

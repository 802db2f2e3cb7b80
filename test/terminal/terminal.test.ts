import { describe, expect, it } from 'vitest'

import { createTerminal } from '../../src/terminal/terminal.ts'
import { captureTerminal } from '../support/context.ts'

const interrupted = () => new AbortController().signal

describe('the terminal', () => {
  it('puts results on stdout, and everything else on stderr', () => {
    const { terminal, stdout, stderr } = captureTerminal()

    terminal.out('result')
    terminal.note('progress')

    expect(stdout()).toBe('result\n')
    expect(stderr()).toBe('progress\n')
  })

  it('writes bytes unchanged, without a newline', () => {
    const { terminal, stdoutBytes } = captureTerminal()

    terminal.outBytes(Uint8Array.of(0xff, 0x00, 0x1b))

    expect([...stdoutBytes()]).toEqual([0xff, 0x00, 0x1b])
  })

  it('shows bytes on a terminal as harmless text, with their line endings (T21)', () => {
    const { terminal, stdout } = captureTerminal({ width: 80 })
    const hostile = '{"a":"\u001b]0;x\u0007 \u009b2J \u202e 東京"}\r\nnext\n'

    terminal.outBytes(Buffer.concat([Buffer.from(hostile), Buffer.of(0xff)]))

    expect(stdout()).toBe('{"a":"\\u001b]0;x\\u0007 \\u009b2J \\u202e 東京"}\nnext\n\ufffd')
  })

  it('is 80 columns wide if a terminal does not report its width, and unlimited in a pipe', () => {
    const widthsOf = (stream: { isTTY?: boolean; columns?: number }) => {
      const whole = { ...stream, write: () => {} }
      const { width, noteWidth } = createTerminal({ stdin: {}, stdout: whole, stderr: whole, env: {}, interrupted })
      return [width, noteWidth]
    }

    expect(widthsOf({ isTTY: true, columns: 0 })).toEqual([80, 80])
    expect(widthsOf({ isTTY: true, columns: 50 })).toEqual([50, 50])
    expect(widthsOf({ columns: 50 })).toEqual([0, 0])
  })

  it('reports when the reader has received all output', async () => {
    const log: string[] = []
    const waiting: (() => void)[] = []
    const stdout = {
      write: (chunk: string | Uint8Array, taken?: () => void) => {
        log.push(String(chunk))
        if (taken !== undefined) waiting.push(taken)
      },
    }
    const terminal = createTerminal({ stdin: {}, stdout, stderr: stdout, env: {}, interrupted })
    terminal.out('row')

    const flushed = terminal.flushed().then(() => log.push('flushed'))
    await new Promise((resolve) => void setImmediate(resolve))
    expect(log).toEqual(['row\n', ''])
    for (const taken of waiting) taken()
    await flushed

    expect(log.at(-1)).toBe('flushed')
  })

  it.each([
    ['ENOSPC', 'cli.output-lost'],
    ['EIO', 'cli.output-lost'],
    ['EPIPE', 'cli.interrupted'],
  ])(
    'throws an error for rows that could not be written: %s, even if the next write succeeds',
    async (code, raised) => {
      const cause = Object.assign(new Error(`${code}: write`), { code })
      const stdout = {
        write: (chunk: string | Uint8Array, taken?: (error?: Error | null) => void) =>
          taken?.(chunk === 'lost\n' ? cause : null),
      }
      const terminal = createTerminal({ stdin: {}, stdout, stderr: stdout, env: {}, interrupted })

      terminal.out('row')
      await terminal.flushed()
      terminal.out('lost')
      terminal.out('row')

      await expect(terminal.flushed()).rejects.toMatchObject({ code: raised, cause })
      await expect(terminal.flushed()).rejects.toMatchObject({ code: raised })
    },
  )

  it.each([
    { what: 'on a terminal', width: 80, env: {}, interactive: true, colour: true },
    { what: 'on a build server', width: 80, env: { CI: 'true' }, interactive: false, colour: false },
    { what: 'in a pipe', width: undefined, env: {}, interactive: false, colour: false },
  ])('$what: interactive is $interactive, color is $colour', ({ width, env, interactive, colour }) => {
    const { terminal } = captureTerminal({ env, ...(width === undefined ? {} : { width }) })

    expect(terminal).toMatchObject({ isInteractive: interactive, colour, noteColour: colour, width: width ?? 0 })
  })

  it.each(['confirm', 'input', 'select', 'password'] as const)(
    'fails a %s question without a terminal and reports the flag to use',
    async (kind) => {
      const { terminal } = captureTerminal()

      const asked = terminal.ask[kind]({ message: 'Which store?', flag: '--store', choices: [] })

      await expect(asked).rejects.toMatchObject({
        code: 'usage.missing',
        message: expect.stringContaining('Which store?'),
        suggestions: ['Use --store.'],
      })
    },
  )

  it('shows no spinner if stderr is not a terminal', () => {
    const written: unknown[] = []
    const stream = { write: (chunk: unknown) => written.push(chunk) }
    const spinner = createTerminal({ stdin: {}, stdout: stream, stderr: stream, env: {}, interrupted }).spin('working')
    spinner.update('still')
    spinner.succeed('done')

    expect(written).toEqual([])
  })
})

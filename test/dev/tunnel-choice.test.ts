import { expect, it } from 'vitest'

import { readTunnelChoice, requireTunnelChoice } from '../../src/dev/tunnel-choice.ts'

const read = (tunnel?: string, url?: string) => readTunnelChoice({ tunnel, url })

it('parses all four tunnel options', () => {
  const url = new URL('https://dev.example')

  expect(read()).toBeNull()
  expect(read('none')).toBeNull()
  expect(read('quick')).toEqual({ kind: 'quick' })
  expect(read('loyalty', 'https://dev.example')).toEqual({ kind: 'named', name: 'loyalty', url })
  expect(read(undefined, 'https://dev.example/')).toEqual({ kind: 'own', url })
  expect(read(undefined, 'http://127.0.0.1:8080')).toMatchObject({ kind: 'own' })
})

it.each([
  ['loyalty', undefined, /needs its address/],
  ['quick', 'https://dev.example', /leave out --tunnel-url/],
  ['none', 'https://dev.example', /leave out --tunnel-url/],
  ['--config=/tmp/x', 'https://dev.example', /nor a tunnel name/],
  ['-p', 'https://dev.example', /nor a tunnel name/],
  ['', 'https://dev.example', /nor a tunnel name/],
  ['a\u001b[0m', 'https://dev.example', /nor a tunnel name/],
  ['a'.repeat(101), 'https://dev.example', /nor a tunnel name/],
  [undefined, 'http://dev.example', /--tunnel-url must be an https URL/],
  [undefined, 'https://dev.example/webhooks', /--tunnel-url must be an https URL/],
  [undefined, 'https://dev.example/?a', /--tunnel-url must be an https URL/],
  [undefined, 'https://user@dev.example', /--tunnel-url must be an https URL/],
  [undefined, 'dev.example', /--tunnel-url must be an https URL/],
])('rejects %j with %j, and lists the options (T18 T29)', (tunnel, url, words) => {
  expect(() => read(tunnel, url)).toThrow(
    expect.objectContaining({
      code: 'usage.invalid',
      message: expect.stringMatching(words) as string,
      suggestions: expect.arrayContaining([expect.stringContaining('named tunnel')]) as string[],
    }),
  )
})

const nobody = { isInteractive: false, ask: { confirm: async () => false } }

it.each(['https://localhost:9445', 'http://127.0.0.1:8080', 'https://[::1]'])(
  'sends %s, an address of this machine, to the live platform only with --yes or after confirmation',
  async (url) => {
    const asked: object[] = []
    const answers = (answer: boolean) => ({
      isInteractive: true,
      ask: { confirm: async (question: object) => (asked.push(question), answer) },
    })
    const given = { tunnel: undefined, url, isAgreed: false }
    const rejection = { code: 'usage.invalid', message: expect.stringContaining('cannot reach') as string }

    await expect(requireTunnelChoice(given, null, answers(false))).rejects.toMatchObject(rejection)
    await expect(requireTunnelChoice(given, null, nobody)).rejects.toMatchObject(rejection)
    await requireTunnelChoice(given, null, answers(true))
    await requireTunnelChoice({ ...given, isAgreed: true }, null, answers(false))
    await requireTunnelChoice({ ...given, url: 'https://dev.example' }, null, answers(false))

    expect(asked).toMatchObject([{ default: false }, { default: false }])
  },
)

it('lists the gateway port among the options when no tunnel is set', async () => {
  const given = { tunnel: undefined, url: undefined, isAgreed: false }

  await expect(requireTunnelChoice(given, null, nobody)).rejects.toMatchObject({
    code: 'usage.missing',
    suggestions: expect.arrayContaining([
      'Use --tunnel-url https://… for your own address that forwards to the gateway on this machine (port 4810, or --port). No tunnel is started.',
    ]) as string[],
  })
})

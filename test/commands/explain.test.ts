import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { rules } from '../../src/catalog/rules.ts'
import { allChecks } from '../../src/check/areas.ts'
import Explain from '../../src/commands/explain.ts'
import { adviceForBoth } from '../../src/errors/advice.ts'
import { errorCodes } from '../../src/errors/codes.ts'
import { exitMeanings } from '../../src/errors/explanations/exits.ts'
import { noteWords } from '../../src/views/notes/note-words.ts'
import { runCommand } from '../support/command/command.ts'

describe('app explain', () => {
  it('explains meaning, cause, check and fix of a code', async () => {
    const { stdout, result } = await runCommand(Explain, ['api.bad-path'])

    expect(stdout.startsWith(`api.bad-path  exit 2\n${errorCodes['api.bad-path'].about}\n`)).toBe(true)
    for (const part of ['Usual causes', 'Example', 'How to check', 'How to fix'])
      expect(stdout).toContain(`\n${part}\n`)
    expect(stdout).toContain('$ app call raw GET ../admin')
    expect(stdout).toContain('`app call raw --help`')
    expect(result).toMatchObject({ code: 'api.bad-path', exit: 2, example: { run: 'app call raw GET ../admin' } })
  })

  it('explains the rule in a finding, with its checks', async () => {
    const { stdout, result } = await runCommand(Explain, ['emb-110'])

    expect(stdout).toContain(`EMB-110  a platform rule, not an error code\n${rules['EMB-110']}\n`)
    expect(stdout).toMatch(/\nChecks of `app check`\n {2}- session\.[a-z-]+: /)
    expect(result).toMatchObject({ rule: 'EMB-110', about: rules['EMB-110'] })
  })

  it('explains every rule that checks and the panel preview use', () => {
    const preview = join(import.meta.dirname, '../../src/emulator/panel-preview/findings')
    const texts = readdirSync(preview).map((name) => readFileSync(join(preview, name), 'utf8'))
    const named = texts.flatMap((text) => [...text.matchAll(/'([A-Z]+-\d{3})'/g)].map(([, id = '']) => id))
    const ids = [...named, ...allChecks.flatMap((check) => check.rules)]

    expect(named.length).toBeGreaterThan(10)
    expect(ids.filter((id) => rules[id] === undefined)).toEqual([])
  })

  it('omits an example and a check that only repeat the message', async () => {
    const { stdout, result } = await runCommand(Explain, ['cli.old-node'])

    expect(stdout).not.toMatch(/^(?:Example|How to check)$/m)
    expect(result).toMatchObject({ code: 'cli.old-node', example: null, check: [] })
  })

  it('lists every code, one per line, without an argument', async () => {
    const { stdout, result } = await runCommand(Explain)

    expect(stdout.trim().split('\n')).toHaveLength(Object.keys(errorCodes).length)
    expect(stdout).toContain(`net.timeout\t8\t${errorCodes['net.timeout'].about}\n`)
    expect(result).toHaveLength(Object.keys(errorCodes).length)
  })

  it('explains an exit code and lists its error codes', async () => {
    const { stdout, result } = await runCommand(Explain, ['9'])

    expect(stdout).toBe(`exit 9\t${exitMeanings[9]}\napi.partial-failure\t${errorCodes['api.partial-failure'].about}\n`)
    expect(result).toMatchObject({ exit: 9, codes: [{ code: 'api.partial-failure' }] })
  })

  it.each([
    ['403', ['api.forbidden']],
    ['401', ['api.unauthorized', 'install.exchange-rejected']],
    ['404', ['api.error']],
  ])('lists the error codes for the status %s', async (status, codes) => {
    const { stdout, result } = await runCommand(Explain, [status])

    expect(stdout).toContain(`HTTP ${status}\t`)
    expect(result).toMatchObject({ status: Number(status), codes: codes.map((code) => ({ code })) })
  })

  it.each([
    ['app-unreachable', 'attempt', 'The app does not listen.', '`app webhook retry --failed`'],
    ['signature-mismatch', 'refusal', 'The signature does not match: wrong secret', '`app secret rotate signing`'],
    ['too-late', 'delivery', 'The platform stopped waiting', 'Respond first and do the work later'],
    ['pin-ignored', 'call', 'The token is locked to another region', "Send the install's region"],
    ['exchange-refused', 'app', 'The platform rejected the code exchange', '`app secret set client`'],
    ['embed_token_expired', 'app', 'The embed token has expired', 'open it again in the store admin'],
  ])('explains %s, which only lists print', async (word, kind, about, fix) => {
    const { stdout, exit, result } = await runCommand(Explain, [word])

    expect(exit).toBe(0)
    expect(stdout).toContain(about)
    expect(stdout.slice(stdout.indexOf('How to fix'))).toContain(fix)
    expect(result).toMatchObject({ word, kind })
  })

  it('explains every note that has an inspector badge', async () => {
    const source = readFileSync(new URL('../../src/inspector/page/views/row.ts', import.meta.url), 'utf8')
    const table = /const NOTES[^{]*\{([^}]*)\}/.exec(source)?.[1] ?? ''
    const words = [...table.matchAll(/^ {2}'?([a-z-]+)'?:/gm)].map(([, word]) => word ?? '')

    expect(words.length).toBeGreaterThan(10)
    expect(words.filter((word) => !noteWords.has(word))).toEqual([])
  })

  it('explains every reason in the log and on the pages of svcapp-kit', () => {
    const kit = join(import.meta.dirname, '../../src/kit')
    const texts = readdirSync(kit, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(kit, name), 'utf8'))
    const words = texts.flatMap((text) =>
      [/\. \(([a-z]+(?:[-_][a-z]+)+)\)['`]/g, /(?:reason|error): '([a-z]+(?:-[a-z]+)+)'/g].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, word = '']) => word),
      ),
    )

    expect(words).toEqual(expect.arrayContaining(['exchange-refused', 'body-malformed', 'form_stale']))
    expect(words.filter((word) => !noteWords.has(word))).toEqual([])
  })

  it('points from a note only to existing codes', () => {
    const named = [...noteWords.values()].flatMap(({ fix }) => [
      ...adviceForBoth(fix)
        .join(' ')
        .matchAll(/app explain ([\w.-]+)/g),
    ])

    expect(named.length).toBeGreaterThan(0)
    expect(named.map(([, code]) => code).filter((code) => !Object.hasOwn(errorCodes, code ?? ''))).toEqual([])
  })

  it.each([
    ['payment', 'api.payment-pending'],
    ['port taken', 'emulator.port-taken'],
    ['Snapshot', 'emulator.snapshot-unreadable'],
    ['proxy', 'net.unreachable'],
  ])('lists the codes that match a word: %s', async (word, code) => {
    const { stdout, stderr, exit, result } = await runCommand(Explain, [word])

    expect(exit).toBe(0)
    expect(stderr).toContain(`"${word}" is not an error code. Matching codes:\n`)
    expect(stdout).toContain(code)
    expect(result).toContainEqual(expect.objectContaining({ code }))
  })

  it('suggests the documentation search in addition to the codes that match a word', async () => {
    const { stderr } = await runCommand(Explain, ['payment'])

    expect(stderr).toContain('List matching pages with `app docs payment`.\n')
  })

  it('lists the pages that match a word without matching codes', async () => {
    const { stdout, stderr, exit, result } = await runCommand(Explain, ['hono'])

    expect([exit, stderr]).toEqual([0, '"hono" is not an error code. Matching pages:\n'])
    expect(stdout).toContain('kit/existing-apps\tHono\t')
    expect(result).toContainEqual(expect.objectContaining({ page: 'kit/existing-apps', heading: 'Hono' }))
  })

  it('rejects an unknown exit code and exits with 2', async () => {
    const { stderr, exit } = await runCommand(Explain, ['99'])

    expect(exit).toBe(2)
    expect(stderr).toContain('No command exits with 99.')
  })

  it.each([
    ['api.forbiden', 'app explain api.forbidden'],
    ['net.timout', 'app explain net.timeout'],
    ['signature-mismach', 'app explain signature-mismatch'],
  ])('suggests the nearest code for %s and exits with 2', async (typed, meant) => {
    const { stderr, exit, error } = await runCommand(Explain, [typed])

    expect(exit).toBe(2)
    expect(error?.code).toBe('usage.invalid')
    expect(stderr).toContain(meant)
  })

  it('does not accept an inherited property name as a code', async () => {
    expect((await runCommand(Explain, ['constructor'])).exit).toBe(2)
  })
})

import { describe, expect, it } from 'vitest'

import Explain from '../../src/commands/explain.ts'
import { errorCodes } from '../../src/errors/codes.ts'
import { exitMeanings } from '../../src/errors/explanations/exits.ts'
import { runCommand } from '../support/command/command.ts'

describe('app explain', () => {
  it('says what a code means, why it occurs, how to check and how to fix it', async () => {
    const { stdout, result } = await runCommand(Explain, ['api.forbidden'])

    expect(stdout.startsWith(`api.forbidden  exit 5\n${errorCodes['api.forbidden'].about}\n`)).toBe(true)
    for (const part of ['Usual causes', 'Example', 'How to check', 'How to fix'])
      expect(stdout).toContain(`\n${part}\n`)
    expect(stdout).toContain('$ app call orders list')
    expect(stdout).toContain('`app scopes orders.read`')
    expect(result).toMatchObject({ code: 'api.forbidden', exit: 5, example: { run: 'app call orders list' } })
  })

  it('lists every code, one a line, when none is named', async () => {
    const { stdout, result } = await runCommand(Explain)

    expect(stdout.trim().split('\n')).toHaveLength(Object.keys(errorCodes).length)
    expect(stdout).toContain(`net.timeout\t8\t${errorCodes['net.timeout'].about}\n`)
    expect(result).toHaveLength(Object.keys(errorCodes).length)
  })

  it('says of an exit number what it means, and which codes have it', async () => {
    const { stdout, result } = await runCommand(Explain, ['9'])

    expect(stdout).toBe(`exit 9\t${exitMeanings[9]}\napi.partial-failure\t${errorCodes['api.partial-failure'].about}\n`)
    expect(result).toMatchObject({ exit: 9, codes: [{ code: 'api.partial-failure' }] })
  })

  it.each([
    ['403', ['api.forbidden']],
    ['401', ['api.unauthorized', 'install.exchange-refused']],
    ['404', ['api.error']],
  ])('says of the status %s which codes are told for it', async (status, codes) => {
    const { stdout, result } = await runCommand(Explain, [status])

    expect(stdout).toContain(`HTTP ${status}\t`)
    expect(result).toMatchObject({ status: Number(status), codes: codes.map((code) => ({ code })) })
  })

  it('refuses a number that is not an exit of ours, exit 2', async () => {
    const { stderr, exit } = await runCommand(Explain, ['99'])

    expect(exit).toBe(2)
    expect(stderr).toContain('No command of this tool ends with 99.')
  })

  it.each([
    ['api.forbiden', 'app explain api.forbidden'],
    ['net.timout', 'app explain net.timeout'],
  ])('suggests the nearest code for %s, exit 2', async (typed, meant) => {
    const { stderr, exit, error } = await runCommand(Explain, [typed])

    expect(exit).toBe(2)
    expect(error?.code).toBe('usage.invalid')
    expect(stderr).toContain(meant)
  })

  it('does not take a name that every object has for a code', async () => {
    expect((await runCommand(Explain, ['constructor'])).exit).toBe(2)
  })
})

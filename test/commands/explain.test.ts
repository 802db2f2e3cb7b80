import { describe, expect, it } from 'vitest'

import Explain from '../../src/commands/explain.ts'
import { errorCodes } from '../../src/errors/codes.ts'
import { runCommand } from '../support/command.ts'

describe('app explain', () => {
  it('says what a code means and how the process ends', async () => {
    const { stdout, result } = await runCommand(Explain, ['net.timeout'])

    expect(stdout).toBe(`${errorCodes['net.timeout'].about}\nThe command ends with exit code 8.\n`)
    expect(result).toEqual({ code: 'net.timeout', exit: 8, about: errorCodes['net.timeout'].about })
  })

  it('lists every code, one a line, when none is named', async () => {
    const { stdout, result } = await runCommand(Explain)

    expect(stdout.trim().split('\n')).toHaveLength(Object.keys(errorCodes).length)
    expect(stdout).toContain(`net.timeout\t8\t${errorCodes['net.timeout'].about}\n`)
    expect(result).toHaveLength(Object.keys(errorCodes).length)
  })

  it('suggests the nearest code for one that does not exist, exit 2', async () => {
    const { stderr, exit, error } = await runCommand(Explain, ['net.timout'])

    expect(exit).toBe(2)
    expect(error?.code).toBe('usage.invalid')
    expect(stderr).toContain('app explain net.timeout')
  })
})

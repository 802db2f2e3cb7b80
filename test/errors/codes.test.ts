import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { errorCodes } from '../../src/errors/codes.ts'

const src = join(import.meta.dirname, '../../src')
const sources = globSync('**/*.ts', { cwd: src })
  .filter((file) => !file.startsWith('errors'))
  .map((file) => readFileSync(join(src, file), 'utf8'))

/** Every code that a comment names as raised. */
const promised = sources.flatMap((text) =>
  [...text.matchAll(/`([a-z]+\.[a-z][a-z-]*[a-z])`/g)].map(([, code = '']) => code),
)

describe('the table of error codes', () => {
  it('has no code that nothing raises', () => {
    const dead = Object.keys(errorCodes).filter((code) => !sources.some((text) => text.includes(`'${code}'`)))

    expect(dead).toEqual([])
  })

  it('has every code of its areas that a comment names', () => {
    const areas = new Set(Object.keys(errorCodes).map((code) => code.split('.')[0]))

    const unknown = promised.filter((code) => areas.has(code.split('.')[0]) && !Object.hasOwn(errorCodes, code))

    expect([...new Set(unknown)]).toEqual([])
  })
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { errorCodes } from '../../src/errors/codes.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync(['src/**/*.ts', 'bin/run.js'], { cwd: root })
  .filter((file) => !file.startsWith('src/errors'))
  .map((file) => readFileSync(join(root, file), 'utf8'))

/** Every code in a sentence of a comment that begins with "Raises". */
const promised = sources
  .flatMap((text) => [...text.matchAll(/Raises .*?\.\s/gs)].map(([comment]) => comment))
  .flatMap((comment) => [...comment.matchAll(/`([a-z]+\.[a-z-]+[a-z])`/g)].map(([, code]) => code ?? ''))

describe('the table of error codes', () => {
  it('contains no error code that is never raised', () => {
    const dead = Object.keys(errorCodes).filter((code) => !sources.some((text) => text.includes(`'${code}'`)))

    expect(dead).toEqual([])
  })

  it('contains every error code that a comment documents as raised', () => {
    expect(promised.length).toBeGreaterThan(100)
    expect(promised.filter((code) => !Object.hasOwn(errorCodes, code))).toEqual([])
  })
})

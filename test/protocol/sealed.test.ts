import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

const folder = new URL('../../src/protocol/', import.meta.url)
const files = readdirSync(folder)

describe('protocol/', () => {
  it('consists of plain .ts files in one folder', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((name) => !/^[a-z0-9-]+\.ts$/.test(name))).toEqual([])
  })

  it.each(files)(
    '%s imports nothing but node:crypto and its neighbours, so that it can be copied into an app',
    (name) => {
      const source = readFileSync(new URL(name, folder), 'utf8')
      const imports = [...source.matchAll(/\b(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
        ([, from]) => from!,
      )

      const strangers = imports.filter(
        (from) => from !== 'node:crypto' && !(/^\.\/[a-z0-9-]+\.ts$/.test(from) && files.includes(from.slice(2))),
      )
      expect(strangers).toEqual([])
    },
  )

  it.each(files)('%s takes the time from its caller and touches nothing of the process', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '')

    expect(source).not.toMatch(
      /\bDate\.now\b|new Date\(\)|performance\.|\bprocess\.|\bglobalThis\b|console\.|Math\.random|\bfetch\(/,
    )
  })

  it.each(files)(
    'TOK-007 %s is the only kind of file that may read a token: access-token.ts and redact.ts do',
    (name) => {
      const source = readFileSync(new URL(name, folder), 'utf8')

      expect(source.includes('svcapp_') && !['access-token.ts', 'redact.ts'].includes(name)).toBe(false)
    },
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

import { describe, expect, it } from 'vitest'

const folder = new URL('../../src/protocol/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name !== 'judge' && name !== 'web')

describe('protocol/', () => {
  it('consists of plain .ts files for node:crypto, for WebCrypto and for both', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((name) => !/^((judge|web)\/)?[a-z0-9-]+\.ts$/.test(name))).toEqual([])
  })

  it.each(files)('%s imports only node:crypto and protocol files, so that it can be copied into an app', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8')
    const imports = [...source.matchAll(/\b(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, from]) => from!)

    const strangers = imports.filter(
      (from) => from !== 'node:crypto' && !files.includes(posix.join(posix.dirname(name), from)),
    )
    expect(strangers).toEqual([])
  })

  it.each(files.filter((name) => /^(judge|web)\//.test(name)))('%s and its imports do not depend on Node', (name) => {
    const reached = reachedFrom(name)

    expect(reached.filter((one) => /node:|\bBuffer\b/.test(readFileSync(new URL(one, folder), 'utf8')))).toEqual([])
  })

  it.each(files)('%s gets the time from its caller and does not touch the process', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '')

    expect(source).not.toMatch(
      /\bDate\.now\b|new Date\(\)|performance\.|\bprocess\.|\bglobalThis\b|console\.|Math\.random|\bfetch\(/,
    )
  })

  it.each(files)('%s contains no token prefix, except for access-token.ts and redact.ts (TOK-007)', (name) => {
    const source = readFileSync(new URL(name, folder), 'utf8')

    expect(source.includes('svcapp_') && !['access-token.ts', 'redact.ts'].includes(name)).toBe(false)
  })
})

/** The file and all that it imports. */
function reachedFrom(name: string, seen: readonly string[] = []): readonly string[] {
  if (seen.includes(name)) return seen
  const source = readFileSync(new URL(name, folder), 'utf8')
  const next = [...source.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, from = '']) => posix.join(posix.dirname(name), from))
  return next.reduce<readonly string[]>((all, one) => reachedFrom(one, all), [...seen, name])
}

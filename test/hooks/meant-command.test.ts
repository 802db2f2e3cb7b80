import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { guessCommand } from '../../src/hooks/meant-command.ts'

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, unknown>
}
const ids = Object.keys(manifest.commands)

/** What is quoted as the command, and what is suggested. */
function guess(line: string): [quoted: string, suggested: string | null] {
  const words = line.split(' ')
  const { meant, length } = guessCommand(words, ids)
  const suggested = meant === null ? null : `${meant.id.replaceAll(':', ' ')}${meant.isTopic ? ' --help' : ''}`
  return [words.slice(0, length).join(' '), suggested]
}

describe('the suggested command', () => {
  it.each([
    ['inti app.acme.z', 'inti', 'init'],
    ['instal store', 'instal', 'install'],
    ['emulator strat', 'emulator strat', 'emulator start'],
    ['product get 5', 'product get', 'call products get'],
  ])('%s: quotes the command without its arguments', (line, quoted, suggested) => {
    expect(guess(line)).toEqual([quoted, suggested])
  })

  it('suggests a command itself if it has subcommands', () => {
    expect(guess('devv')).toEqual(['devv', 'dev'])
    expect(guess('devv xyz')).toEqual(['devv', 'dev --help'])
  })

  it.each([
    ['order list', 'call orders list'],
    ['sotre list', 'store list'],
    ['webhok replay', 'webhook replay'],
    ['assumptions', 'emulator assumptions'],
  ])('%s: suggests a command with the noun that was typed', (line, suggested) => {
    expect(guess(line)).toEqual([line, suggested])
  })

  it.each([
    ['emulator order set', 'emulator order --help'],
    ['call orders update', 'call orders --help'],
    ['emulator frob', 'emulator --help'],
  ])('%s: suggests the help of a topic that lacks the command', (line, suggested) => {
    expect(guess(line)).toEqual([line, suggested])
  })

  it.each(['frobnicate', 'deploy', 'list', 'publish'])(
    '%s: suggests nothing if several commands match equally well',
    (line) => {
      expect(guess(line)).toEqual([line, null])
    },
  )
})

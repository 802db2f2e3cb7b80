import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { targetNamer } from '../../../src/cli/target/name-target.ts'
import { adviceForBoth, adviceOn } from '../../../src/errors/advice.ts'
import { errorCodes, type ErrorCode } from '../../../src/errors/codes.ts'
import { codeExplanations } from '../../../src/errors/explanations/all.ts'
import { exitMeanings } from '../../../src/errors/explanations/exits.ts'
import { wrongOnLive } from '../../support/command/advice-on-live.ts'

interface ManifestCommand {
  readonly flags: Readonly<Record<string, { readonly char?: string; readonly allowNo?: boolean }>>
}

const { commands } = JSON.parse(readFileSync(new URL('../../../oclif.manifest.json', import.meta.url), 'utf8')) as {
  readonly commands: Readonly<Record<string, ManifestCommand>>
}

const codes = Object.keys(errorCodes) as ErrorCode[]

/** Every `app …` that an explanation tells the reader to type. */
function commandsOf(code: ErrorCode): string[] {
  const { causes, example, check = [], fix } = codeExplanations[code]
  const inTicks = [...causes, ...adviceForBoth([...check, ...fix])].flatMap((text) =>
    [...text.matchAll(/`([^`]+)`/g)].map((hit) => hit[1] ?? ''),
  )
  // That of an unknown command shows one.
  const shown = code === 'usage.unknown-command' || example === undefined ? [] : [example.run]
  return [...shown, ...inTicks].flatMap((text) => /(?:^|\s)app( [a-z].*| -.*)$/.exec(text)?.[1]?.trim() ?? [])
}

/** The flags that no command of that name has, or the command itself when there is none; the topics alone (`app --help`) are fine. */
function problemsOf(line: string): string[] {
  const words = line.split(' -- ')[0]?.split(' ') ?? []
  if (words[0]?.startsWith('-')) return []
  const found = [4, 3, 2, 1].map((count) => words.slice(0, count).join(':')).find((id) => Object.hasOwn(commands, id))
  const command = found === undefined ? undefined : commands[found]
  if (command === undefined) return [line]
  const known = Object.entries(command.flags).flatMap(([name, { allowNo }]) => [
    name,
    ...(allowNo ? [`no-${name}`] : []),
  ])
  return words
    .filter((word) => word.startsWith('--') && !['help', ...known].includes(word.slice(2)))
    .map((flag) => `${line}: ${flag}`)
}

const onLive = targetNamer({ target: 'live' }, join(import.meta.dirname, '../../..'))
// The live platform raises no code of these areas.
const emulatorAreas = ['emulator', 'chaos', 'check', 'testing']

/** What a reader on the live platform is told to do. */
function adviceOf(code: ErrorCode): string {
  const { check = [], fix } = codeExplanations[code]
  return adviceOn('live', [...check, ...fix]).join('\n')
}

describe('the explanations of error codes', () => {
  it('target the live platform in each of its commands, and suggest none that it rejects', () => {
    const looked = codes.filter((code) => !emulatorAreas.includes(code.split('.')[0] ?? ''))

    expect(
      looked.flatMap((code) =>
        wrongOnLive(onLive(adviceOf(code)), { isNamed: true }).map((line) => `${code}: ${line}`),
      ),
    ).toEqual([])
    expect(looked.filter((code) => adviceOn('live', codeExplanations[code].fix).length === 0)).toEqual([])
    expect(looked.length).toBeGreaterThan(90)
  })

  it('mention only existing commands and flags', () => {
    expect(codes.flatMap((code) => commandsOf(code).flatMap(problemsOf))).toEqual([])
  })

  it('have a cause and a fix, each written as sentences or commands', () => {
    for (const code of codes) {
      const { causes, example, check, fix } = codeExplanations[code]
      for (const part of [causes, fix]) expect(part.length, code).toBeGreaterThan(0)
      for (const text of [...causes, ...adviceForBoth([...(check ?? []), ...fix]), example?.result ?? '.'])
        expect(text, code).toMatch(/[.:?`…]$/)
    }
  })

  it('explain every exit code of an error code', () => {
    expect(codes.map((code) => errorCodes[code].exit).filter((exit) => exitMeanings[exit] === undefined)).toEqual([])
  })
})

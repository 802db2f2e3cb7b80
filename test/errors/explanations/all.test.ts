import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { errorCodes, type ErrorCode } from '../../../src/errors/codes.ts'
import { codeExplanations } from '../../../src/errors/explanations/all.ts'
import { exitMeanings } from '../../../src/errors/explanations/exits.ts'

interface ManifestCommand {
  readonly flags: Readonly<Record<string, { readonly char?: string; readonly allowNo?: boolean }>>
}

const { commands } = JSON.parse(readFileSync(new URL('../../../oclif.manifest.json', import.meta.url), 'utf8')) as {
  readonly commands: Readonly<Record<string, ManifestCommand>>
}

const codes = Object.keys(errorCodes) as ErrorCode[]

/** Every `app …` that an explanation tells the reader to type. */
function commandsOf(code: ErrorCode): string[] {
  const { causes, example, check = [], mend } = codeExplanations[code]
  const inTicks = [...causes, ...check, ...mend].flatMap((text) =>
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

describe('the explanations of error codes', () => {
  it('name only commands and flags that there are', () => {
    expect(codes.flatMap((code) => commandsOf(code).flatMap(problemsOf))).toEqual([])
  })

  it('have a cause and a fix, every text a sentence or a command', () => {
    for (const code of codes) {
      const { causes, example, check, mend } = codeExplanations[code]
      for (const part of [causes, mend]) expect(part.length, code).toBeGreaterThan(0)
      for (const text of [...causes, ...(check ?? []), ...mend, example?.comes ?? '.'])
        expect(text, code).toMatch(/[.:?`…]$/)
    }
  })

  it('say what every exit means that a code has', () => {
    expect(codes.map((code) => errorCodes[code].exit).filter((exit) => exitMeanings[exit] === undefined)).toEqual([])
  })
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { wrongWith } from '../support/command/command-line.ts'

const root = join(import.meta.dirname, '../..')

interface Hint {
  readonly file: string
  readonly line: string
  /** In a sentence, where a command may be meant by its name alone. */
  readonly isProse: boolean
}

/** Each `app …` of the sources that a person is told to type: what stands in backticks, and each suggestion that begins so. */
function hintsOf(file: string): readonly Hint[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const inTicks = [
    ...text.matchAll(/\\`(app [a-z][^`\n]*?)\\`/g),
    ...text.matchAll(/['"][^'"`\n]*`(app [a-z][^`\n]*)`/g),
  ]
  const suggested = [...text.matchAll(/suggestions: \[([^\]]*)\]/g)]
    .flatMap(([, list = '']) => [...list.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`/g)])
    .filter(([, ...found]) => found.some((one) => (one ?? '').startsWith('app ')))
  const hint = (isProse: boolean, [, ...found]: RegExpExecArray): Hint => ({
    file,
    line: (found.find((one) => one !== undefined) ?? '')
      .replaceAll(/(?<=\w)\$\{[^}]*\}/g, '')
      .replaceAll(/\$\{[^}]*\}/g, 'value')
      .replace(/\\$/, ''),
    isProse,
  })
  return [...inTicks.map((found) => hint(true, found)), ...suggested.map((found) => hint(false, found))]
}

/** Where a command is known by the one that raises it: a flag alone is no command. */
const withTheirCommand = 'src/{commands,tasks/dev,tasks/emulator,tasks/live,dev,project}/**/*.ts'

describe('the hints of errors', () => {
  it('are never a flag alone', () => {
    const files = globSync(withTheirCommand, { cwd: root })
    const bare = files.filter((file) => /suggestions: \[\s*['"`]--/.test(readFileSync(join(root, file), 'utf8')))

    expect(files.length).toBeGreaterThan(200)
    expect(bare).toEqual([])
  })

  it('are commands that can be pasted', () => {
    const hints = globSync('src/**/*.ts', { cwd: root, exclude: ['src/inspector/page/**'] }).flatMap(hintsOf)
    const wrong = hints.flatMap(({ file, line, isProse }) => {
      const problem = isShown(line) ? null : wrongWith(line)
      return problem === null || (isProse && problem === 'an argument is missing')
        ? []
        : [`${file}: ${line}: ${problem}`]
    })

    expect(hints.length).toBeGreaterThan(250)
    expect(wrong).toEqual([])
  })

  it.each([
    ['app webhook lst', 'no such command'],
    ['app webhook list --sinc 2h', 'no flag --sinc'],
    ['app explain lists all codes', 'at most 1 arguments'],
    ['app orders', 'no such command'],
    ['app emulator fork', 'an argument is missing'],
    ['app emulator provider create --kind fulfillment --name "Example Warehouse"', null],
    ['app webhook', null],
    ['app env | sh', null],
  ])('are checked as a command line: %s', (line, problem) => {
    expect(wrongWith(line)).toBe(problem)
  })
})

/** One that shows what is wrong, and one that is made of a name. */
function isShown(line: string): boolean {
  return line.startsWith('app inti ') || line === 'app call value'
}

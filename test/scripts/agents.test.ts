import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { wrongWith } from '../support/command/command-line.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'AGENTS.md'), 'utf8')
const { scripts, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? []
const lines = block.split('\n').flatMap((line) => line.split(' #')[0]?.trim() || [])

/** What is wrong with a line of a shell in the repository; null where it works. */
function problemOf(line: string): string | null {
  const [tool, ...words] = line.split(' ')
  if (line === 'npm ci' || line === 'npm test') return null
  if (tool === 'npx') return npxProblem(words)
  const script = words[1] ?? ''
  if (tool !== 'npm' || words[0] !== 'run' || scripts[script] === undefined) return 'no such script'
  return script === 'dev' ? wrongWith(line.replace('npm run dev --', 'app')) : null
}

function npxProblem([tool = '', ...words]: readonly string[]): string | null {
  if (devDependencies[tool] === undefined) return 'no such tool'
  const file = words.find((word) => word.endsWith('.test.ts'))
  return file === undefined || existsSync(join(root, file)) ? null : 'no such test'
}

describe('AGENTS.md of the repository', () => {
  it('mentions only commands that work', () => {
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.flatMap((line) => (problemOf(line) === null ? [] : [`${line}: ${problemOf(line)}`]))).toEqual([])
    expect(problemOf('npm run nothing')).toBe('no such script')
    expect(problemOf('npx vitest run test/nothing.test.ts')).toBe('no such test')
  })

  it('mentions only existing files and folders', () => {
    const named = [
      ...text.matchAll(/`((?:src|test|docs|templates|scripts|schema)\/[\w./-]*|[\w.-]+\.(?:ts|md|json|txt))`/g),
    ]
    const paths = named.map(([, path = '']) => path)

    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => path !== 'app.toml' && !existsSync(join(root, path)))).toEqual([])
  })

  it('mentions the title of an existing test', () => {
    const [, file = '', title = ''] = /npx vitest run (\S+) -t '([^']+)'/.exec(block) ?? []

    expect(readFileSync(join(root, file), 'utf8')).toContain(title)
  })
})

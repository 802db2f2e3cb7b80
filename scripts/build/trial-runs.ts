import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import type { FunctionPlace } from './eager-functions.ts'
import { openTrialPlatform } from './trial-platform.ts'

const root = join(import.meta.dirname, '../..')

const run = promisify(execFile)

/** Typical commands of a day. Together they use every module that most commands use. */
const commands: readonly string[] = [
  'call orders list --region tr --json',
  'call orders list',
  'token list',
  'store list',
  'webhook list',
  'explain net.timeout',
]

/** Runs some commands of a bundle against a small platform and returns the called functions by bundle file. */
export async function functionsCalled(outDir: string): Promise<ReadonlyMap<string, readonly FunctionPlace[]>> {
  const platform = await openTrialPlatform(tmpdir())
  const { project, env } = platform
  try {
    const coverage = join(project, 'coverage')
    const start = `const { main } = await import(${JSON.stringify(pathToFileURL(join(outDir, 'main.js')).href)})
      const pjson = JSON.parse(process.getBuiltinModule('node:fs').readFileSync(${JSON.stringify(join(root, 'package.json'))}, 'utf8'))
      await main({ argv: process.argv.slice(1), root: ${JSON.stringify(root)}, pjson })`
    await Promise.all(
      commands.map((command) =>
        run(process.execPath, ['--input-type=module', '-e', start, '--', ...command.split(' ')], {
          cwd: project,
          env: { ...env, PATH: process.env['PATH'], NODE_V8_COVERAGE: coverage },
        }),
      ),
    )
    return calledIn(coverage, outDir)
  } finally {
    platform.close()
  }
}

/** V8's coverage of each file. */
interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[]
    }[]
  }[]
}

function calledIn(folder: string, outDir: string): ReadonlyMap<string, readonly FunctionPlace[]> {
  const found = new Map<string, FunctionPlace[]>()
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Coverage
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue
      const file = relative(outDir, fileURLToPath(url)).replaceAll(sep, '/')
      const places = found.get(file) ?? []
      for (const { ranges } of functions)
        for (const { startOffset: start, endOffset: end, count } of ranges.slice(0, 1))
          if (count > 0) places.push({ start, end })
      found.set(file, places)
    }
  }
  return found
}

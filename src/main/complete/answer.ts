import { join } from 'node:path'

import { dataDir } from '../../context/data-dir.ts'
import { statePaths } from '../../project/paths.ts'
import type { PackageJson } from '../small-config.ts'
import { forBash, readBashLine } from './bash.ts'
import { complete, type Candidate, type CommandLine, type Completion } from './candidates.ts'
import { indexOfManifest, readIndex, type Index, type ManifestCommands } from './command-index.ts'
import { localValues } from './local-values.ts'
import type { ValueKind } from './value-kind.ts'

export interface Question {
  /** Arguments after `__complete`: the shell. */
  readonly argv: readonly string[]
  readonly root: string
  readonly pjson: PackageJson
}

/**
 * Returns the completion output for a shell's script (`app completion`): one line per candidate with the word, a tab and its description; `:files`
 * or `:folders` if the shell completes itself. The command line is in the environment, because other users of the machine can read arguments.
 */
export async function answer({ argv, root, pjson }: Question): Promise<string> {
  const { env } = process
  const bash = argv[0] === 'bash' ? readBashLine(env['SVCAPP_COMPLETE_LINE'] ?? '') : null
  const line = bash ?? readWords(env)
  const kinds = new Map<ValueKind, readonly Candidate[]>()
  const { commands, valuesOf } = readCommands(root)
  const { topics = {} } = pjson.oclif
  const searches: { kind: ValueKind; line: CommandLine }[] = []
  const ask = () =>
    complete(line, {
      commands,
      topics,
      valuesOf: (kind, where) => valuesOf(kind) ?? kinds.get(kind) ?? (searches.push({ kind, line: where }), []),
    })
  let found = ask()
  const [first] = searches
  if (first !== undefined) {
    const paths = statePaths({
      env,
      dataDir: env['SVCAPP_HOME'] ? '' : dataDir({ env, platform: process.platform, userHome }),
    })
    kinds.set(first.kind, await localValues(first.kind, first.line, { paths, env, cwd: process.cwd() }))
    found = ask()
  }
  return words(found, (candidates) =>
    bash === null ? candidates.map(withAbout) : forBash(candidates, bash, env['SVCAPP_COMPLETE_BREAKS'] ?? ''),
  )
}

function readWords(env: NodeJS.ProcessEnv): CommandLine {
  const done = env['SVCAPP_COMPLETE_WORDS'] ?? ''
  return { done: done === '' ? [] : done.split('\n'), current: env['SVCAPP_COMPLETE_CURRENT'] ?? '' }
}

/** Reads the index that the build wrote; in a checkout the manifest, 350 kB of it. */
function readCommands(root: string): Index {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  if (!import.meta.url.endsWith('.ts')) return readIndex((path) => readFileSync(join(root, path)))
  // Written by scripts/generate/manifest.ts.
  return indexOfManifest(
    (JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as { commands: ManifestCommands }).commands,
  )
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const hostile = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Leaves out untrusted names with control characters: they would end up in the line that the user is typing (T21). */
function words(found: Completion, write: (candidates: readonly Candidate[]) => string[]): string {
  if (typeof found === 'string') return `:${found}\n`
  return write(found.filter(({ value }) => !hostile.test(value)))
    .map((line) => `${line}\n`)
    .join('')
}

function withAbout({ value, about }: Candidate): string {
  if (about === undefined) return value
  return `${value}\t${about.replaceAll(new RegExp(hostile, 'gu'), ' ')}`
}

function userHome(): string {
  return process.getBuiltinModule('node:os').userInfo().homedir
}

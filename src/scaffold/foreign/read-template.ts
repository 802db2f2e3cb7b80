import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { AppError } from '../../errors.ts'
import { withoutSecrets } from '../../processes/child-env.ts'
import { foreignText } from '../../text/foreign-text.ts'
import type { NewFile } from '../write-files.ts'
import type { TemplateOrigin } from './template-origin.ts'

export interface ReadTemplateTools {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly interrupted: AbortSignal
}

/** A template is source code; more than this is another kind of folder. */
const MOST_FILES = 2000
const MOST_BYTES = 20 * 1024 * 1024

const FETCH_MS = 120_000

/** Never a part of a template: what running an app leaves behind, and Git's own. */
const leftOut = ['.git', '.svcapp', 'node_modules', 'data', '.env']

/** The plain files of a template; links are never followed, and nothing of it is run. Raises `scaffold.failed`. */
export async function readTemplate(tools: ReadTemplateTools, origin: TemplateOrigin): Promise<NewFile[]> {
  if (origin.kind === 'folder') return readFolder(resolve(tools.cwd, origin.at), origin)
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-template-'))
  try {
    await fetchTemplate(tools, origin, folder)
    return readFolder(folder, origin)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fetchTemplate(tools: ReadTemplateTools, origin: TemplateOrigin, folder: string): Promise<void> {
  const address = /^[a-z+]+:\/\/|@/i.test(origin.at) ? origin.at : resolve(tools.cwd, origin.at)
  await git(tools, folder, origin, ['init', '--quiet'])
  await git(tools, folder, origin, ['fetch', '--quiet', '--depth=1', '--no-tags', '--', address, origin.ref ?? 'HEAD'])
  await git(tools, folder, origin, ['checkout', '--quiet', 'FETCH_HEAD'])
}

/** No hook and no monitor runs, and no program that a remote address could name. */
async function git(
  { env, interrupted }: ReadTemplateTools,
  cwd: string,
  { at }: TemplateOrigin,
  args: readonly string[],
): Promise<void> {
  const { execa } = await import('execa')
  const result = await execa('git', ['-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=false', ...args], {
    cwd,
    env: { ...withoutSecrets(env), GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: 'https:ssh:file', LC_ALL: 'C' },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    timeout: FETCH_MS,
    cancelSignal: interrupted,
  })
  if (!result.failed) return
  if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped; nothing was written.')
  const said =
    result.stderr.split('\n').find((line) => /^(fatal|error):/.test(line)) ??
    result.shortMessage ??
    'no reason was given'
  throw failed(`${foreignText(at)} could not be fetched: ${foreignText(said)}`)
}

function readFolder(folder: string, { at }: TemplateOrigin): NewFile[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw failed(`${foreignText(at)} is not a folder`)
  const files: NewFile[] = []
  let bytes = 0
  const read = (dir: string, prefix: string) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      if (leftOut.includes(entry.name)) continue
      const path = join(dir, entry.name)
      if (entry.isDirectory()) read(path, `${prefix}${entry.name}/`)
      if (!entry.isFile()) continue
      const content = readFileSync(path)
      bytes += content.length
      files.push({ path: prefix + entry.name, content })
      if (files.length > MOST_FILES || bytes > MOST_BYTES)
        throw failed(`${foreignText(at)} has more than ${MOST_FILES} files or 20 MB`)
    }
  }
  read(folder, '')
  if (files.length === 0) throw failed(`${foreignText(at)} has no files`)
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function failed(why: string): AppError {
  return new AppError('scaffold.failed', `The template cannot be used: ${why}. Nothing was written.`, {
    suggestions: [
      'Check the address after --template: a folder, or a repository of Git with #branch, #tag or #commit.',
    ],
  })
}

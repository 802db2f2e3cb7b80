import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { runGit } from '../git-process.ts'
import type { NewFile } from '../write-files.ts'
import type { TemplateOrigin } from './template-origin.ts'

/** A template is source code. A folder with more files is not a template. */
const MOST_FILES = 2000
const MOST_BYTES = 20 * 1024 * 1024

const FETCH_MS = 120_000

/** Never part of a template: files that running an app creates, and Git's own. */
const leftOut = ['.git', '.svcapp', 'node_modules', 'data', '.env']

/** Reads the plain files of a template. Follows no links and runs no file. Raises `scaffold.failed`. */
export async function readTemplate(
  tools: Pick<Context, 'cwd' | 'env' | 'interrupted'>,
  origin: TemplateOrigin,
): Promise<NewFile[]> {
  if (origin.kind === 'folder') return readFolder(resolve(tools.cwd, origin.at), origin)
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-template-'))
  try {
    await fetchTemplate(tools, origin, folder)
    return readFolder(folder, origin)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fetchTemplate(
  tools: Pick<Context, 'cwd' | 'env' | 'interrupted'>,
  origin: TemplateOrigin,
  folder: string,
): Promise<void> {
  const address = /^[a-z+]+:\/\/|@/i.test(origin.at) ? origin.at : resolve(tools.cwd, origin.at)
  await git(tools, folder, origin, ['init', '--quiet'])
  await git(tools, folder, origin, ['fetch', '--quiet', '--depth=1', '--no-tags', '--', address, origin.ref ?? 'HEAD'])
  await git(tools, folder, origin, ['checkout', '--quiet', 'FETCH_HEAD'])
}

/** Other protocols could start a program that the address specifies. */
async function git(
  { env, interrupted }: Pick<Context, 'cwd' | 'env' | 'interrupted'>,
  cwd: string,
  { at }: TemplateOrigin,
  args: readonly string[],
): Promise<void> {
  const added = { GIT_ALLOW_PROTOCOL: 'https:ssh:file' }
  const result = await runGit({ cwd, args, env, added, timeoutMs: FETCH_MS, signal: interrupted })
  if (!result.failed) return
  if (interrupted.aborted) throw new AppError('cli.interrupted', 'Stopped. Nothing was written.')
  const said =
    result.stderr.split('\n').find((line) => /^(fatal|error):/.test(line)) ?? result.shortMessage ?? 'no reason given'
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
    suggestions: ['Set --template to a folder, or to a Git repository with #branch, #tag or #commit.'],
  })
}

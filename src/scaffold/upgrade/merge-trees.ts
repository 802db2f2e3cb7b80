import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { devNull, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sameBytes } from '../../http/bytes.ts'
import { git, gitText } from './git.ts'

/** Files by their path, with slashes. */
export type Tree = ReadonlyMap<string, Uint8Array>

/** Returns whether a file is the same in two trees: missing in both, or with the same bytes. */
export function isSameBytes(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  return sameBytes(one, other)
}

export interface TreesToMerge {
  readonly base: Tree
  readonly ours: Tree
  readonly theirs: Tree
  /** Label after `>>>>>>>`. */
  readonly theirName: string
}

export interface MergedTrees {
  readonly tree: Tree
  /** Conflicts that git could not resolve, and which sides had the file at that path. */
  readonly conflicts: ReadonlyMap<string, { readonly ours: boolean; readonly theirs: boolean }>
}

/** Runs Git's own three-way merge, including moved files, in a temporary repository. The app's own repository is not touched. */
export function mergeTrees(tools: Pick<Context, 'env'>, trees: TreesToMerge): Promise<MergedTrees> {
  const { base, ours, theirs, theirName } = trees
  return inRepository(tools, async (run, dir) => {
    const commits = [commit('base', base, null), commit(theirName, theirs, 'base'), commit('yours', ours, 'base')]
    await run(['fast-import', '--quiet', '--force'], Buffer.concat(commits))
    await run(['checkout', '--quiet', 'yours'])
    const merging = await git(apart(tools, dir), {
      cwd: dir,
      args: ['merge', '--quiet', '--no-ff', '--no-edit', '--no-verify', '-Xdiff-algorithm=histogram', theirName],
    })
    if (merging.exit > 1) throw new AppError('upgrade.no-git', `git merge failed: ${merging.stderr.trim()}`)
    return { tree: readTree(dir), conflicts: parseConflicts(await run(['ls-files', '--unmerged', '-z'])) }
  })
}

/** Returns the changes of writing these files to a folder (null: deleted) as a patch. For a binary file it contains only the name. Empty if nothing changes. */
export function makePatch(
  tools: Pick<Context, 'env'>,
  dir: string,
  writes: ReadonlyMap<string, Uint8Array | null>,
): Promise<string> {
  const before = readFiles(dir, [...writes.keys()])
  const after = new Map([...writes].flatMap(([path, content]) => (content === null ? [] : [[path, content] as const])))
  return inRepository(tools, async (run) => {
    const commits = [commit('before', before, null), commit('after', after, 'before')]
    await run(['fast-import', '--quiet', '--force'], Buffer.concat(commits))
    return run(['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', 'before', 'after'])
  })
}

/** Reads the files of a folder that exist. */
export function readFiles(dir: string, paths: readonly string[]): Map<string, Uint8Array> {
  return new Map(
    paths.filter((path) => existsSync(join(dir, path))).map((path) => [path, readFileSync(join(dir, path))]),
  )
}

type Run = (args: readonly string[], input?: Uint8Array) => Promise<string>

async function inRepository<T>(tools: Pick<Context, 'env'>, work: (run: Run, dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-upgrade-'))
  const own = apart(tools, dir)
  try {
    await gitText(own, { cwd: dir, args: ['init', '--quiet', '--template=', '.'] })
    mkdirSync(join(dir, '.git', 'info'), { recursive: true })
    // Bytes stay unchanged, whatever line endings and filters the app's own .gitattributes sets.
    writeFileSync(join(dir, '.git', 'info', 'attributes'), '* -text -filter -ident -working-tree-encoding\n')
    return await work((args, input) => gitText(own, { cwd: dir, args, ...(input && { input }) }), dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const settings: Readonly<Record<string, string>> = {
  'user.name': 'svcapp',
  'user.email': 'svcapp@localhost',
  'core.autocrlf': 'false',
  'commit.gpgSign': 'false',
  'gc.auto': '0',
  // A new file of the owner stays in place, even if the template moved its neighbors.
  'merge.directoryRenames': 'false',
  'merge.conflictStyle': 'merge',
}

/** Runs git unconfigured: without the user's settings and hooks and without the surrounding repository. */
function apart({ env }: Pick<Context, 'env'>, dir: string): Pick<Context, 'env'> {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_')))
  const configured = Object.entries(settings).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return {
    env: {
      ...kept,
      ...Object.fromEntries(configured),
      GIT_CONFIG_COUNT: String(Object.keys(settings).length),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CEILING_DIRECTORIES: join(dir, '..'),
    },
  }
}

/** Formats one commit for `git fast-import`. */
function commit(name: string, tree: Tree, parent: string | null): Uint8Array {
  const head = `commit refs/heads/${name}\ncommitter svcapp <svcapp@localhost> 0 +0000\ndata 0\n`
  const from = parent === null ? '' : `from refs/heads/${parent}\ndeleteall\n`
  const files = [...tree].flatMap(([path, content]) => [
    Buffer.from(`M 100644 inline ${quoted(path)}\ndata ${content.byteLength}\n`),
    content,
    Buffer.from('\n'),
  ])
  return Buffer.concat([Buffer.from(head + from), ...files])
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function readTree(dir: string): Tree {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = files.map((file) => [relative(dir, file).replaceAll(sep, '/'), file] as const)
  return new Map(paths.filter(([path]) => !path.startsWith('.git/')).map(([path, file]) => [path, readFileSync(file)]))
}

/** `100644 <object> <stage>\t<path>`: stage 1 is the base, 2 ours, 3 theirs. */
function parseConflicts(listed: string): MergedTrees['conflicts'] {
  const found = new Map<string, { ours: boolean; theirs: boolean }>()
  for (const line of listed.split('\0').filter((text) => text !== '')) {
    const [facts = '', path = ''] = line.split('\t')
    const sides = found.get(path) ?? { ours: false, theirs: false }
    found.set(path, { ours: sides.ours || facts.endsWith(' 2'), theirs: sides.theirs || facts.endsWith(' 3') })
  }
  return found
}

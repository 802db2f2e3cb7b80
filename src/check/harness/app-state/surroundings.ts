import { access, mkdir, readdir, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'

/**
 * Recreates the folders around a project below `to`, as links to the real ones, and returns the path for its copy. From there the app
 * finds workspace packages, a shared tsconfig or a file one folder up, as in the project. A project without surroundings gets `to` itself.
 */
export async function mirrorSurroundings(project: string, to: string): Promise<string> {
  const root = await outermostRoot(project)
  if (root === null) return to
  const steps = relative(root, project).split(sep)
  let [real, mirrored] = [root, to]
  for (const step of steps) {
    await mkdir(mirrored, { recursive: true })
    await linkAllBut(step, real, mirrored)
    ;[real, mirrored] = [join(real, step), join(mirrored, step)]
  }
  return mirrored
}

const marks = ['.git', 'package.json', 'pnpm-workspace.yaml', 'node_modules']

/** Returns the outermost folder above the project that looks like part of it; null if there is none. A home folder is never part of a project. */
async function outermostRoot(project: string): Promise<string | null> {
  let root: string | null = null
  const home = homedir()
  for (let at = dirname(project); at !== dirname(at) && at !== home; at = dirname(at)) {
    if (await holdsAny(at, marks)) root = at
  }
  return root
}

async function holdsAny(folder: string, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    names.map((name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

async function linkAllBut(left: string, from: string, to: string): Promise<void> {
  const names = await readdir(from)
  // Git would treat the copy as changes of the original.
  const linked = names.filter((name) => name !== left && name !== '.git')
  await Promise.all(linked.map((name) => symlink(join(from, name), join(to, name))))
}

import type { Context } from '../context.ts'
import { pageLinks } from '../control/pages/page-links.ts'
import { runningInspector } from '../dev/notes/inspector-note.ts'
import { supportsLinks } from '../terminal/links.ts'
import type { RunningLooks } from '../views/dev/running.ts'
import type { Looks } from '../views/view.ts'
import type { RunningDocument } from './dev/running-dev.ts'

/** Returns how the terminal shows a running `app dev`: with URLs that sign in, which a pipe or file does not get. */
export function runningLooks(
  { paths, env, terminal }: Pick<Context, 'paths' | 'env' | 'terminal'>,
  looks: Looks,
  { dir, store, target }: Pick<RunningDocument, 'dir' | 'store' | 'target'>,
): RunningLooks {
  if (terminal.width === 0) return looks
  const pages = target === 'emulator' && store ? pageLinks(paths, store) : null
  return { ...looks, links: supportsLinks(env, true), pages, inspectorKey: runningInspector({ paths, dir }) }
}

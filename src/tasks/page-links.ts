import type { Context } from '../context.ts'
import { readRunFile } from '../control/run-file.ts'
import { runningInspector } from '../dev/notes/inspector-note.ts'
import { keyedAddress, pageKeyOf } from '../http/page-key.ts'
import { supportsLinks } from '../terminal/links.ts'
import type { PageLinks } from '../views/dev/page-rows.ts'
import type { RunningLooks } from '../views/dev/running.ts'
import type { Looks } from '../views/view.ts'
import type { RunningDocument } from './dev/running-dev.ts'

/** The addresses of the running emulator's pages that sign in, for the user's own terminal; null while it does not run. */
export function pageLinks(paths: Context['paths'], store: string): PageLinks | null {
  const run = readRunFile(paths)
  if (run === null) return null
  const { admin, portal } = run.urls
  const key = pageKeyOf(run.controlToken)
  return {
    admin: keyedAddress(admin, key, { store }),
    portal: keyedAddress(portal, key),
    data: keyedAddress(portal, key, { data: store }),
  }
}

/** How the terminal shows a running `app dev`: with addresses that sign in, which a pipe or file does not get. */
export function runningLooks(
  { paths, env, terminal }: Pick<Context, 'paths' | 'env' | 'terminal'>,
  looks: Looks,
  { dir, store, target }: Pick<RunningDocument, 'dir' | 'store' | 'target'>,
): RunningLooks {
  if (terminal.width === 0) return looks
  const pages = target === 'emulator' && store ? pageLinks(paths, store) : null
  return { ...looks, links: supportsLinks(env, true), pages, inspectorKey: runningInspector({ paths, dir }) }
}

import type { DevContext } from '../context.ts'
import { ensureInstalled, installStart, knownInstall, recordOf, visit, type AppInstall } from './app-install.ts'

/**
 * Returns a check for an install route that the app got after this tool exchanged the code: without its own token, the
 * app rejects every delivery. Installs through the app with --approve, otherwise reports once how to. Never throws.
 */
export function watchAddedRoute(dev: DevContext, install: () => AppInstall): () => Promise<void> {
  const { options, emit, signal } = dev
  let isTold = false
  let last = Promise.resolve()
  const check = async () => {
    if (!(await needsInstall(dev, install()))) return
    if (options.approve) {
      await ensureInstalled(dev, install())
      return
    }
    if (isTold) return
    isTold = true
    emit({ event: 'notice', text: ADDED })
  }
  return () => {
    last = last.then(check).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof Error)) return
      emit({ event: 'notice', text: `${error.message} Press \`i\` to reinstall the app.` })
    })
    return last
  }
}

const ADDED =
  'The app has an install route now, but only this tool has a token. Press `i`, or run `app install`, to install through the app.'

/** Returns whether this tool has the token of an app whose install route redirects to the consent page. */
async function needsInstall(dev: DevContext, install: AppInstall): Promise<boolean> {
  const { tools, options } = dev
  const { known } = await knownInstall(dev, install)
  if (known === undefined || recordOf(dev, install, known)?.holder !== 'cli') return false
  const start = await visit(tools.send, installStart(options.project.config), []).catch(() => null)
  return URL.canParse(start?.headers['location'] ?? '')
}

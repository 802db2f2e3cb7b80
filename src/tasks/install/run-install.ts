import type { Context } from '../../context.ts'
import { environmentValue } from '../../credentials/env.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'
import { installApp, type InstalledApp } from '../../install/install-app.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { takeOverSecrets } from '../register/take-over-secrets.ts'
import { prepareInstall, type InstallRequest } from './prepare-install.ts'

/**
 * Installs the app of a project. If `app dev` runs the app, the app itself exchanges the code, because an exchange by
 * this process would revoke its token. Raises the errors of `prepareInstall`, `installApp` and `installThroughApp`.
 */
export async function runInstall(context: Context, request: InstallRequest): Promise<InstalledApp> {
  const { paths, env, terminal } = context
  const { project, target } = request
  const running = runningSession({ paths, dir: project.dir })
  // Warns before the install revokes a token: calls would not use the new one.
  if (environmentValue(env, { identity: target.identity, kind: 'token' }) !== null)
    terminal.note(
      "SVCAPP_TOKEN is set and overrides this install's token in calls. To use the new token, unset SVCAPP_TOKEN.",
    )
  await renewSecrets(context, request)
  if (running !== null && (running.target === null || running.target === target.name)) {
    const { installThroughApp } = await import('./install-through-app.ts')
    return installThroughApp(context, { ...request, running })
  }
  try {
    const { tools, input } = await prepareInstall(context, request)
    return await installApp(tools, input)
  } catch (error) {
    throw request.flags.paste ? withPaste(error) : error
  }
}

/** Keeps `--paste` in the suggested command, because without it the browser would have to return to this machine. */
function withPaste(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  return changed(error, {
    suggestions: mapTexts(error.advice, (text) => text.replaceAll('`app install`', '`app install --paste`')),
  })
}

/** Replaces this machine's secrets if a loaded snapshot has others, because the exchange would fail. */
async function renewSecrets(
  context: Context,
  { control, target: { identity }, project }: InstallRequest,
): Promise<void> {
  if (control === null) return
  const source = { control, credentials: await context.credentials({ isEmulator: true }), identity }
  for (const text of await takeOverSecrets(context, source, project.config.key, false)) context.terminal.note(text)
}

import type { Context } from '../../context.ts'
import { trustCommand } from '../../dev/trust.ts'
import { loadProject, projectIfAny } from '../../project/app-toml.ts'
import { adoptApp, type AdoptedApp } from '../../scaffold/adopt/adopt-app.ts'
import { guessServer } from '../../scaffold/adopt/guess-server.ts'
import { scaffold, type Scaffolded } from '../../scaffold/scaffold.ts'
import { askForApp, type NewAppFlags } from './ask-for-app.ts'

/** Asks what is missing and writes the files of a new app. Raises `scaffold.*`, `usage.*`. */
export async function createApp(context: Context, asked: NewAppFlags): Promise<Scaffolded> {
  const { packageRoot, cwd, env, paths, runtime, terminal } = context
  const answers = await askForApp(terminal, asked)
  const made = scaffold({ packageRoot, cwd, env, systemNodeTooOld: runtime.systemNodeTooOld }, answers)
  // The developer has just made this command, so `app dev` need not ask about it (T26).
  trustCommand({ paths, dir: made.dir, command: loadProject({ cwd: made.dir }).config.dev.command })
  return made
}

/** Asks what is missing and makes an app of the project in this folder. Raises `scaffold.*`, `usage.*`. */
export async function adoptHere(context: Context, asked: NewAppFlags): Promise<AdoptedApp> {
  const { packageRoot, cwd, env, paths, terminal } = context
  const answers = await askForApp(terminal, { ...asked, template: 'node' })
  const topics = answers.topics ?? []
  const adopted = adoptApp({ packageRoot, cwd, env }, { ...answers, topics })
  // The developer sees this command in the output, so `app dev` need not ask about it (T26).
  if (adopted.command !== null) trustCommand({ paths, dir: adopted.dir, command: adopted.command })
  return adopted
}

/** Whether a person who runs `app init` in a folder with a server wants that to be the app. False without a terminal. */
export async function offersAdoption(
  { cwd, env, terminal }: Context,
  flags: Pick<NewAppFlags, 'dir' | 'template' | 'yes'>,
): Promise<boolean> {
  if (!terminal.isInteractive || flags.yes || flags.dir !== undefined || flags.template !== undefined) return false
  const { from } = guessServer(cwd, env)
  if (from === null || projectIfAny(cwd) !== null) return false
  const message = `This folder has a server (${from}). Make the app of it? No makes a new folder.`
  return terminal.ask.confirm({ message, default: true })
}

import { resolve } from 'node:path'

import type { Context } from '../../context.ts'
import { isTrusted, trustCommand } from '../../dev/trust.ts'
import { AppError } from '../../errors.ts'
import { loadProject, projectIfAny } from '../../project/app-toml.ts'
import { adoptApp, type AdoptedApp } from '../../scaffold/adopt/adopt-app.ts'
import { guessServer } from '../../scaffold/adopt/guess-server.ts'
import { readTemplate } from '../../scaffold/foreign/read-template.ts'
import { scaffoldForeign } from '../../scaffold/foreign/scaffold-foreign.ts'
import { templateOrigin, type TemplateOrigin } from '../../scaffold/foreign/template-origin.ts'
import { scaffold, type Scaffolded } from '../../scaffold/scaffold.ts'
import { isIgnored } from '../../scaffold/start-repository.ts'
import { ensureFolder } from '../../storage/files.ts'
import { defined } from '../../text/defined.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { askForApp, askForNames, type NewAppFlags } from './ask-for-app.ts'

/** Asks for missing choices and writes the files of a new app. Raises `scaffold.*`, `usage.*`. */
export async function createApp(context: Context, asked: NewAppFlags): Promise<Scaffolded> {
  const { packageRoot, cwd, env, paths, runtime, terminal } = context
  const origin = templateOrigin(asked.template ?? '')
  if (origin !== null) return createFromOrigin(context, asked, origin)
  const answers = await askForApp(terminal, asked)
  const made = scaffold({ packageRoot, cwd, env, systemNodeTooOld: runtime.systemNodeTooOld }, answers)
  // The developer has just created this command, so `app dev` need not ask about it (T26).
  trustCommand({ paths, dir: made.dir, command: loadProject({ cwd: made.dir }).config.dev.command })
  await noteIgnored(context, made.dir, made.files.find((path) => path.startsWith('vendor/')) ?? null)
  return made
}

/** Warns about ignored files. A later line cannot undo one of .gitignore such as `vendor/`, and without the file no other machine can install the packages. */
async function noteIgnored({ env, terminal }: Context, dir: string, kit: string | null): Promise<void> {
  if (kit === null || !(await isIgnored({ env }, dir, kit))) return
  terminal.note(`Git ignores ${kit}, so other machines cannot install it. Run: git add --force ${kit}`)
}

/** Flags whose values a template's app.toml sets. */
const ofTemplate = ['install-scope', 'scopes', 'optional-scopes', 'topics', 'countries', 'with'] as const

export function rejectFlags(
  asked: NewAppFlags,
  flags: readonly (keyof NewAppFlags)[],
  clash: { readonly with: string; readonly instead: string },
): void {
  const extra = flags.find((flag) => asked[flag] !== undefined)
  if (extra === undefined) return
  throw new AppError('usage.invalid', `--${extra} cannot be combined with ${clash.with}. Nothing was written.`, {
    suggestions: [clash.instead],
  })
}

async function createFromOrigin(context: Context, asked: NewAppFlags, origin: TemplateOrigin): Promise<Scaffolded> {
  const { cwd, env, terminal, interrupted, packageRoot, runtime } = context
  const instead = "Set the value in the new app's app.toml."
  rejectFlags(asked, ofTemplate, { with: 'your own template', instead })
  const { key, name } = await askForNames(terminal, asked)
  await requireTemplate(context, asked, origin)
  const spinner = terminal.spin('Reading the template')
  const files = await readTemplate({ cwd, env, interrupted }, origin).catch((error: unknown) => {
    spinner.fail()
    throw error
  })
  spinner.succeed('Read the template')
  const { systemNodeTooOld } = runtime
  return scaffoldForeign(
    { packageRoot, cwd, env, systemNodeTooOld },
    { key, name, ...defined({ dir: asked.dir }) },
    files,
  )
}

/** Asks once for each template URL, because the developer will run the new app's content. Raises `usage.missing`. */
async function requireTemplate({ paths, cwd, terminal }: Context, asked: NewAppFlags, origin: TemplateOrigin) {
  const at = origin.kind === 'folder' ? resolve(cwd, origin.at) : origin.at
  ensureFolder(paths.home)
  const agreement = { paths, dir: paths.home, command: ['app init --template', at] }
  if (isTrusted(agreement)) return
  const message = `Create the app from ${foreignText(at)}? Its files are copied, not executed.`
  const isYes = asked.yes || (terminal.isInteractive && (await terminal.ask.confirm({ message, default: false })))
  if (isYes) return trustCommand(agreement)
  throw new AppError('usage.missing', `The template ${foreignText(at)} is not trusted yet. Nothing was written.`, {
    suggestions: ['Check the template, then add --yes.'],
  })
}

/** Asks for missing choices and turns the project in this folder into an app. Raises `scaffold.*`, `usage.*`. */
export async function adoptHere(context: Context, asked: NewAppFlags): Promise<AdoptedApp> {
  const { packageRoot, cwd, env, paths, terminal } = context
  const answers = await askForApp(terminal, { ...asked, template: 'node' })
  const topics = answers.topics ?? []
  const adopted = adoptApp({ packageRoot, cwd, env }, { ...answers, topics })
  // The output shows the developer this command, so `app dev` need not ask about it (T26).
  if (adopted.command !== null) trustCommand({ paths, dir: adopted.dir, command: adopted.command })
  await noteIgnored(context, adopted.dir, adopted.kit)
  return adopted
}

/** Asks a user who runs `app init` in a folder with a server whether that should become the app. False without a terminal. */
export async function offersAdoption(
  { cwd, env, paths, terminal }: Context,
  flags: Pick<NewAppFlags, 'dir' | 'template' | 'yes'>,
): Promise<boolean> {
  if (!terminal.isInteractive || flags.yes || flags.dir !== undefined || flags.template !== undefined) return false
  const { from } = guessServer(cwd, env)
  if (from === null || projectIfAny({ cwd, paths }) !== null) return false
  const message = `This folder has a server (${from}). Create the app from it? "No" creates a new folder.`
  return terminal.ask.confirm({ message, default: true })
}

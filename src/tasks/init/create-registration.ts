import { existsSync, readFileSync } from 'node:fs'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { loadProject } from '../../project/app-toml.ts'
import { projectFileName } from '../../project/toml/project-file-name.ts'
import { registrationPath } from '../../project/toml/registration-files.ts'
import { tomlText } from '../../project/toml/set-toml-value.ts'
import { checkedToml } from '../../scaffold/checked-app-toml.ts'
import { newAppKey } from '../../scaffold/new-app-key.ts'
import { PROJECT_ADVICE, writeFileAtomic, writeOutput } from '../../storage/files.ts'
import type { NewRegistration } from '../../views/init/new-registration.ts'
import { askForNames, type NewAppFlags } from './ask-for-app.ts'
import { rejectFlags } from './create-app.ts'

const ofAnApp = [
  'template',
  'install-scope',
  'scopes',
  'optional-scopes',
  'topics',
  'countries',
  'with',
  'dir',
] as const

/** Writes an app.<name>.toml into the folder's project. Raises `project.*`, `scaffold.*` and `usage.*`. */
export async function createRegistration(
  { cwd, terminal }: Context,
  asked: NewAppFlags & { readonly config: string },
): Promise<NewRegistration> {
  const { config } = asked
  rejectFlags(asked, ofAnApp, {
    with: '--config',
    instead: `Set the value in ${projectFileName(config)}, which overrides app.toml.`,
  })
  const base = loadProject({ cwd })
  const file = registrationPath(base.dir, config)
  if (existsSync(file))
    throw new AppError('usage.invalid', `--config ${config}: ${file} already exists. Nothing was written.`, {
      details: { file },
      suggestions: [`To use it: app status --config ${config}`, 'For another registration, choose another name.'],
    })
  const { key, name } = await askForNames(terminal, { name: `${base.config.name} (${config})`, ...asked })
  newAppKey(key)
  const schema = /^#:schema .*\n/.exec(readFileSync(base.file, 'utf8'))?.[0] ?? ''
  const about =
    '# Contains only differences from app.toml. [targets.live] and public addresses\n# (webhooks.url, manifest.app_url, redirect_uris) are not inherited.'
  const content = `${schema}${about}\nkey = ${tomlText(key)}\nname = ${tomlText(name)}\n`
  checkedToml(content, file)
  const place = { path: file, cwd: base.dir, advice: PROJECT_ADVICE }
  writeOutput(place, () => writeFileAtomic({ path: file, content, mode: 0o644 }))
  return { config, file, key, name }
}

import { isDeepStrictEqual } from 'node:util'

import type { Registration } from '../../../control/contract.ts'
import { readPutBack } from '../../../dev/installs/put-back.ts'
import { portalChanges, portalFields, readAnnounced } from '../../../dev/live/portal-fields.ts'
import type { Project } from '../../../project/app-toml.ts'
import { registrationOf } from '../../../project/registration.ts'
import { statusText } from '../../../views/registration.ts'
import { failed, ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts, RunningPlatform } from '../facts.ts'
import { withProject } from '../with-project.ts'
import { DEV_AGAIN, isDevHere } from './install-again.ts'

export const registration: Check = {
  id: 'registration',
  group: 'platform',
  title: 'registration',
  run: withProject(async (facts, project) => {
    if (facts.targetName === 'live') return announced(facts, project)
    const platform = await facts.platform()
    if (platform === null) return skipped('no emulator runs')
    const app = (await platform.control.apps()).find(({ app_key: key }) => key === project.config.key)
    if (app === undefined) return unregistered(facts, project)
    return compared(facts, { project, platform, app })
  }),
}

/** An emulator that was reset keeps its identity, and with it what is on record here. */
function unregistered(facts: DoctorFacts, { config }: Project): CheckResult {
  if (facts.installs().length === 0 && !isDevHere(facts))
    return warning(`${config.key} is not registered yet`, { remedy: 'app register' })
  const remedy = isDevHere(facts) ? DEV_AGAIN : 'app register, or app dev'
  const found = `${config.key} is not registered any more: the emulator was reset, or an older state was loaded`
  return warning(found, { remedy })
}

interface ComparedRegistration {
  readonly project: Project
  readonly platform: RunningPlatform
  readonly app: Registration
}

type Input = ReturnType<typeof registrationOf>

function compared(facts: DoctorFacts, { project, platform, app }: ComparedRegistration): CheckResult {
  const input = inputOf(facts, project)
  const names = (Object.keys(input) as (keyof Input)[]).filter((name) => {
    // While `app dev` runs, deliveries go to its gateway.
    if (name === 'webhook_url' && facts.session !== null) return false
    return !isDeepStrictEqual(comparable(name, input), comparable(name, app))
  })
  const differing = names.map((name) => ({ field: name, appToml: input[name], registered: app[name] }))
  if (differing.length === 0)
    return ok(`${app.app_key} is registered as app.toml says, status ${statusText(app.status)}`)
  const found = `differs from app.toml in ${names.join(', ')}`
  const details = { differing }
  if (names.includes('countries')) {
    const remedy = 'Countries are chosen once (APP-002); on the emulator: app emulator app countries --help'
    return failed(`${found}; countries never change`, { remedy, details })
  }
  // A changed manifest sends a published app back to review, and `app register` asks first (APP-026).
  const asks = app.status === 'published' && names.includes('admin_manifest_json')
  const mend = async () => {
    await platform.control.register({
      key: project.config.key,
      ...input,
      ...(facts.session && { webhook_url: app.webhook_url }),
    })
    return `registered again on the emulator: ${names.join(', ')}`
  }
  const reinstall = names.some((name) => name.endsWith('scopes')) ? '; new scopes are granted by app install' : ''
  return failed(found, { remedy: `app register${reinstall}`, details, ...(!asks && { mend }) })
}

/** Puts back the address that a killed `app dev` has changed. */
function inputOf({ context, app }: DoctorFacts, { config }: Project): Input {
  const input = registrationOf(config)
  const left = app === null ? null : readPutBack({ ...app, paths: context.paths })
  return left?.before == null ? input : { ...input, webhook_url: left.before }
}

/** The order of names in a list does not count, nor does the formatting of a manifest. */
function comparable(name: keyof Input, of: Input | Registration): unknown {
  const value = of[name]
  if (name === 'admin_manifest_json') return typeof value === 'string' ? JSON.parse(value) : null
  if (Array.isArray(value) && name !== 'redirect_uris') return [...value].map(String).toSorted()
  return value
}

/** The live platform cannot be asked, so this compares with what a person was last asked to enter there. */
function announced({ context, app }: DoctorFacts, { config }: Project): CheckResult {
  const known = app === null ? null : readAnnounced({ ...app, paths: context.paths })
  const remedy = 'app register --target live'
  if (known === null) {
    return skipped('the live platform shows it nowhere, and this machine has not printed it for the console yet', {
      remedy,
    })
  }
  const origin = config.live?.tunnelUrl ?? new URL(known.webhook_url).origin
  const changes = portalChanges(portalFields(config, origin), known)
  if (changes.length === 0) return ok('app.toml says what was last to be entered in the console (assumed to be there)')
  const fields = changes.map(({ field }) => field).join(', ')
  return warning(`app.toml has changed since it was last to be entered in the console: ${fields}`, {
    remedy,
    details: { changes },
  })
}

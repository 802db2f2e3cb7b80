import { appStatusWords } from '../../../catalog/status-words.ts'
import type { Registration } from '../../../control/contract.ts'
import { readEarlierUrl } from '../../../dev/installs/earlier-webhook-url.ts'
import { consoleOrigin, isHeldElsewhere, readConfirmed } from '../../../dev/live/console.ts'
import type { Project } from '../../../project/app-toml.ts'
import { differingFields, registrationOf } from '../../../project/registration.ts'
import { liveConsole } from '../../live/live-console.ts'
import { failed, ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts, RunningPlatform } from '../facts.ts'
import { isTokenGiven } from '../machine/credentials.ts'
import { withBaseUrl } from '../with-project.ts'
import { DEV_AGAIN, isDevHere } from './install-again.ts'

export const registration: Check = {
  id: 'registration',
  group: 'platform',
  title: 'registration',
  run: withBaseUrl(async (facts, project) => {
    if (facts.targetName === 'live') return announced(facts, project)
    const platform = await facts.platform()
    if (platform === null) return skipped('no emulator is running')
    const app = (await platform.control.apps()).find(({ app_key: key }) => key === project.config.key)
    if (app === undefined) return unregistered(facts, project)
    return compared(facts, { project, platform, app })
  }),
}

/** A reset emulator keeps its identity and therefore this machine's records. */
function unregistered(facts: DoctorFacts, { config }: Project): CheckResult {
  if (facts.installs().length === 0 && !isDevHere(facts))
    return warning(`${config.key} is not registered yet`, { remedy: '`app register`' })
  const remedy = isDevHere(facts) ? DEV_AGAIN : '`app register`, or `app dev`'
  const found = `${config.key} is no longer registered. The emulator was reset, or an older state was loaded`
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
  // During `app dev` the gateway receives the deliveries.
  const names = differingFields(input, app).filter((name) => name !== 'webhook_url' || facts.session === null)
  const differing = names.map((name) => ({ field: name, appToml: input[name], registered: app[name] }))
  if (differing.length === 0) return ok(`${app.app_key} matches app.toml, status ${appStatusWords[app.status]}`)
  const found = `differs from app.toml in ${names.join(', ')}`
  const details = { differing }
  if (names.includes('countries')) {
    const remedy =
      'Restore the countries in app.toml, or change them on the emulator with `app emulator app countries`.'
    return failed(`${found}. On the platform, countries never change`, { remedy, details })
  }
  // A changed manifest returns a published app to review, and `app register` asks first (APP-026).
  const asks = app.status === 'published' && names.includes('admin_manifest_json')
  const fix = async () => {
    await platform.control.register({
      key: project.config.key,
      ...input,
      ...(facts.session && { webhook_url: app.webhook_url }),
    })
    return `registered again on the emulator: ${names.join(', ')}`
  }
  const reinstall = names.some((name) => name.endsWith('scopes')) ? '. New scopes are granted by `app install`' : ''
  return failed(found, { remedy: `\`app register\`${reinstall}`, details, ...(!asks && { fix }) })
}

/** Uses the original webhook URL if a killed `app dev` has changed it. */
function inputOf({ context, app }: DoctorFacts, { config }: Project): Input {
  const input = registrationOf(config)
  const left = app === null ? null : readEarlierUrl({ ...app, paths: context.paths })
  return left?.before == null ? input : { ...input, webhook_url: left.before }
}

const ELSEWHERE = 'not confirmed on this machine. Another machine may use the addresses in the developer console'
const LEAVE =
  'If no other machine uses the app: `app register`. Otherwise leave the console unchanged. `app status` lists what this machine needs.'

/** Compares with the values last printed or confirmed, because the live platform does not show its registration. */
function announced(facts: DoctorFacts, project: Project): CheckResult {
  const { context, app } = facts
  const place = app === null ? null : { ...app, paths: context.paths }
  const confirmed = place === null ? null : readConfirmed(place)
  const remedy = '`app register`'
  if (isHeldElsewhere(place, project.config)) {
    return skipped(ELSEWHERE, isTokenGiven(facts) ? {} : { remedy: LEAVE })
  }
  if (place === null || confirmed === null) {
    return skipped('not confirmed on this machine yet, and the live platform does not show registrations', { remedy })
  }
  const origin = consoleOrigin(place, project.config)
  const changes = liveConsole(context, project, { origin })
    .fields.filter(({ differs }) => differs)
    .map(({ field, value, before }) => ({ field, value, before }))
  const then = `the values confirmed${confirmed.at === null ? '' : ` on ${confirmed.at.slice(0, 10)}`}`
  const unseen = 'the developer console cannot be checked'
  if (changes.length === 0) return ok(`app.toml matches ${then}, but ${unseen}`)
  const fields = changes.map(({ field }) => field).join(', ')
  const source = origin === null ? 'app.toml' : `app.toml with the address of \`app dev\` (${origin})`
  return warning(`${source} differs from ${then} in ${fields}, and ${unseen}`, {
    remedy: origin === null ? remedy : fromTunnel(facts),
    details: { changes },
  })
}

/** While `app dev` starts, it asks about the values itself. Only --dev keeps the address of its tunnel if app.toml has public ones. */
function fromTunnel(facts: DoctorFacts): string {
  if (!isDevHere(facts)) return '`app register`, or `app dev`'
  return facts.session?.target === null
    ? '`app dev` is not ready yet and may be waiting for your answer in its terminal. If the app is published, leave the console unchanged.'
    : '`app register --dev`. If the app is published, leave the console unchanged.'
}

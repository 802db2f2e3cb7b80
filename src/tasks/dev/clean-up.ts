import type { Context } from '../../context.ts'
import { readRunFile } from '../../control/run-file.ts'
import { controlOf } from '../../control/running-control.ts'
import { forgetEarlierUrl, readEarlierUrl } from '../../dev/installs/earlier-webhook-url.ts'
import type { Project } from '../../project/app-toml.ts'
import { registrationOf } from '../../project/registration.ts'
import { emulatorTarget } from '../../project/targets.ts'

/** Restores the webhook URL that a killed `app dev` changed on the emulator. Returns a sentence that describes the result. */
export async function cleanUp({ paths, send }: Context, { config }: Project): Promise<string> {
  const run = readRunFile(paths)
  if (run === null) return 'No emulator is running. The next `app dev` restores the rest.'
  const place = { paths, identity: emulatorTarget(run).identity, appKey: config.key }
  const left = readEarlierUrl(place)
  if (left === null) return 'Nothing to restore.'
  const control = controlOf(run, send)
  const registered = (await control.apps()).find(({ app_key: key }) => key === config.key)
  // Another process has written another URL since, which stays.
  const isOurs = registered?.webhook_url === left.ours
  if (isOurs) {
    const usual = registrationOf(config)
    await control.register({ key: config.key, ...usual, ...(left.before !== null && { webhook_url: left.before }) })
  }
  forgetEarlierUrl(place)
  return isOurs
    ? `Restored the webhook URL ${left.before ?? 'from app.toml'}.`
    : 'Nothing to restore, because the webhook URL has changed since.'
}

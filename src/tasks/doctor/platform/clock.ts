import { wrongResponse } from '../../../project/live/live-probe.ts'
import { WEBHOOK_WINDOW_SECONDS } from '../../../protocol/webhook-signature.ts'
import { failed, ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'

/** A response contains its time in whole seconds and takes time to arrive. */
const NOTABLE_SECONDS = 60

export const clock: Check = {
  id: 'clock',
  group: 'platform',
  title: 'clock',
  run: async (facts) => {
    if (facts.target?.name === 'live') return live(facts)
    const platform = await facts.platform()
    if (platform === null) return skipped('no platform to compare with')
    const ahead = Math.round(platform.status.clock.offsetMs / 1000)
    const details = { emulatorAheadSeconds: ahead }
    if (ahead === 0) return ok("the emulator uses this machine's time", { details })
    return warning(
      `the emulator's clock is ${ahead} s ahead (\`app emulator clock advance\`). Deliveries and embed tokens still use this machine's time`,
      {
        remedy:
          'Run `app emulator undo` if the advance was the last operation. Otherwise run `app emulator reset`, which deletes everything',
        details,
      },
    )
  },
}

async function live(facts: DoctorFacts): Promise<CheckResult> {
  const answer = await facts.liveAnswer('base_url')
  // The clock of a proxy or another server shows nothing about the platform's.
  const isPlatform = answer !== null && !(answer instanceof Error) && wrongResponse('base_url', answer) === null
  const date = isPlatform ? Date.parse(answer.headers['date'] ?? '') : Number.NaN
  if (Number.isNaN(date)) return skipped('the platform did not return its time')
  const ahead = Math.round((facts.context.now().getTime() - date) / 1000)
  const details = { aheadSeconds: ahead, windowSeconds: WEBHOOK_WINDOW_SECONDS }
  const by = `${Math.abs(ahead)} s ${ahead < 0 ? 'behind' : 'ahead of'} the platform's`
  const remedy = `Synchronize the clock: ${commands[facts.context.runtime.platform] ?? 'in the system settings'}`
  if (Math.abs(ahead) > WEBHOOK_WINDOW_SECONDS) {
    return failed(`this machine's clock is ${by}, so every delivery is rejected (window ${WEBHOOK_WINDOW_SECONDS} s)`, {
      remedy,
      details,
    })
  }
  return Math.abs(ahead) > NOTABLE_SECONDS
    ? warning(`this machine's clock is ${by}`, { remedy, details })
    : ok(`within ${Math.max(1, Math.abs(ahead))} s of the platform's`, { details })
}

const commands: Readonly<Record<string, string>> = {
  linux: 'timedatectl set-ntp true',
  darwin: 'sudo sntp -sS time.apple.com',
  win32: 'w32tm /resync',
}

import { oneOf, optional, orElse, region, text } from '../../../control/fields.ts'
import { slotTypes } from '../../../protocol/manifest-slots.ts'
import { embedKeyIfAny } from '../../../tasks/embed/embed-key.ts'
import { panelPlace } from '../../../tasks/embed/panel-place.ts'
import { verifySteps } from '../../../tasks/embed/verify-steps.ts'
import { tool, type ToolCall } from '../../tool.ts'
import { onlyPerson } from './register.ts'

/** Verifies an embed token, or runs the panel preview's checks. */
export const embed = tool({
  name: 'embed',
  about:
    'With a token, verify it in the eleven documented steps. Without a token, open the panel or another slot as the store admin does, and report problems (response, headers, cookies, scripts, forged tokens). The app must be running. Only `app embed open` shows messages between frames.',
  input: {
    token: optional(text({ about: '', max: 10_000 })),
    slot: orElse(oneOf(slotTypes, ''), 'fullpage'),
    store: optional(text({ about: 'Store code or id.', max: 100 })),
    region: optional(region('Region by id, code, country or currency.')),
  },
  effect: 'reads',
  run: async (call, { token, ...panel }) => {
    if (token === undefined) return findings(call, panel)
    const project = await call.project()
    const key = await embedKeyIfAny(call.context, project, () => call.target(project))
    const verification = verifySteps({ token, key, appKey: project.config.key, now: call.context.now() })
    const { payload, ...said } = verification
    return { said: { ...said }, foreign: { payload } }
  },
})

interface Panel {
  readonly slot: (typeof slotTypes)[number]
  readonly store?: string | undefined
  readonly region?: string | undefined
}

async function findings(call: ToolCall, { slot, store, region: place }: Panel) {
  if (call.targetName !== 'emulator') throw onlyPerson('app check')
  const project = await call.project()
  const [target, control] = [await call.target(project), await call.control()]
  const { context } = call
  const { storeCode, storeId, regionId } = await panelPlace(
    { context, project, target, control },
    { store, region: place },
  )
  const found = await control.panelFindings({
    store: storeCode ?? String(storeId),
    key: project.config.key,
    slot,
    ...(regionId !== null && { region: String(regionId) }),
  })
  const number = (wanted: string) => found.filter(({ state }) => state === wanted).length
  return {
    said: {
      slot,
      counts: {
        errors: number('error'),
        warnings: number('warning'),
        passed: number('ok'),
        unknown: number('unknown'),
      },
      findings: found.map(({ title, state, rules }) => ({ title, state, rules })),
    },
    foreign: { findings: found.map(({ what, why, todo }) => ({ what, why, todo })) },
  }
}

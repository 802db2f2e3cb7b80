import { panelLimits } from '../../../catalog/limits.ts'
import { entityOf } from '../lab-frame.ts'
import { count, subject, type Finding, type LabFacts } from './finding.ts'

const loading = subject('Load', ['BRIDGE-008'])
const ready = subject('service:ready', ['BRIDGE-002', 'BRIDGE-008'])
const height = subject('service:resize', ['EMB-042', 'EMB-044', 'EMB-045', 'BRIDGE-009'])
const flood = subject('Pace of messages', ['BRIDGE-009'])
const strange = subject('Other messages', ['BRIDGE-001'])

/** A page that lays itself out asks a few times; more is a loop of measuring and asking. */
const MANY_IN_SECOND = 20

const LOAD_MS = 10_000

/** What the admin heard, and what it would not hear. */
export function bridgeFindings(facts: LabFacts): Finding[] {
  const load = loadFinding(facts)
  if (facts.choice.surface === 'storefront-block') return [load]
  return [load, readyFinding(facts), heightFinding(facts), ...floodFinding(facts), strangeFinding(facts)]
}

function loadFinding({ observed: { loadedAtMs, ageMs } }: LabFacts): Finding {
  if (loadedAtMs !== null) return loading.ok(`After ${inMs(loadedAtMs)}.`)
  if (ageMs < LOAD_MS) return loading.unknown('Loading.')
  return loading.error(
    `Not within ${LOAD_MS / 1000} s.`,
    'The owner sees an empty frame, and service:init waits for the load.',
    'Find what the page waits for: a request that hangs, or a picture that never finishes loading.',
  )
}

function readyFinding({ observed: { readyAtMs, loadedAtMs, ageMs } }: LabFacts): Finding {
  const { initAfterMs } = panelLimits
  const late = (afterMs: number) => afterMs >= initAfterMs
  const why = `service:init goes out ${initAfterMs} ms after the load anyway: a script that listens later never hears it.`
  if (readyAtMs !== null) {
    const after = loadedAtMs === null ? 0 : readyAtMs - loadedAtMs
    const when = after <= 0 ? 'Before the load was over' : `${inMs(after)} after the load`
    return late(after)
      ? ready.warning(`${when}.`, why, 'Send it first, as soon as the listener is registered.')
      : ready.ok(`${when}.`)
  }
  if (loadedAtMs === null || !late(ageMs - loadedAtMs)) return ready.unknown('Not said yet.')
  return ready.warning('Never said.', why, "parent.postMessage({ type: 'service:ready' }, adminOrigin)")
}

function heightFinding({ observed: { resizes }, choice }: LabFacts): Finding {
  const { count: asked, noNumber, clamped, small, lastAsked, height: now } = resizes
  if (noNumber > 0) {
    return height.error(
      `${count(noNumber, 'message')} without a number as height.`,
      'Such a message is ignored.',
      "{ type: 'service:resize', height: 480 }: a number, not text.",
    )
  }
  if (asked === 0) return height.ok('Not asked for.')
  if (entityOf(choice.surface) === null) {
    return height.warning(
      `Asked ${count(asked, 'time')}; ignored.`,
      'This frame has a fixed height.',
      'Make the layout work at any height, and let the page scroll.',
    )
  }
  const { leastHeight, mostHeight, heightStep } = panelLimits
  if (clamped > 0) {
    return height.warning(
      `Asked last for ${lastAsked} px; the frame has ${now} px.`,
      `Heights are clamped to ${leastHeight} to ${mostHeight} px.`,
      'Show less, or scroll inside the frame.',
    )
  }
  const ignored = small === 0 ? '' : ` ${count(small, 'change')} under ${heightStep} px ignored.`
  return height.ok(`Asked ${count(asked, 'time')}; the frame has ${now} px.${ignored}`)
}

function floodFinding({ observed: { resizes } }: LabFacts): Finding[] {
  if (resizes.mostInSecond <= MANY_IN_SECOND) return []
  return [
    flood.warning(
      `${resizes.mostInSecond} within one second.`,
      'Each one makes the owner’s page lay itself out again; a page that measures its own frame asks for ever.',
      'Measure the content and not the window, and ask only when it changed by 24 px.',
    ),
  ]
}

function strangeFinding({ observed: { odd, otherOrigins }, appOrigin }: LabFacts): Finding {
  const parts = [
    odd.window > 0 ? `${count(odd.window, 'message')} from another window than the frame${from(otherOrigins)}` : '',
    odd.origin > 0 ? `${count(odd.origin, 'message')} from another origin${from(otherOrigins)}` : '',
    odd.shape > 0 ? `${count(odd.shape, 'message')} that ${odd.shape === 1 ? 'is' : 'are'} no plain object` : '',
    odd.type > 0 ? `${count(odd.type, 'message')} of a type that the admin does not know` : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return strange.ok('None.')
  return strange.warning(
    `${parts.join('; ')}.`,
    `Only plain objects of the frame’s own window at ${appOrigin} count: service:ready and service:resize.`,
    'Send messages to parent from the page of the frame itself.',
  )
}

function from(origins: readonly string[]): string {
  return origins.length === 0 ? '' : ` (${origins.join(', ')})`
}

function inMs(ms: number): string {
  return `${Math.round(ms)} ms`
}

import { panelLimits } from '../../../catalog/limits.ts'
import { entityType } from '../preview-frame.ts'
import { count, subject, type Finding, type PreviewFacts } from './finding.ts'

const loading = subject('Load', ['BRIDGE-008'])
const ready = subject('service:ready', ['BRIDGE-002', 'BRIDGE-008'])
const height = subject('service:resize', ['EMB-042', 'EMB-044', 'EMB-045', 'BRIDGE-009'])
const flood = subject('Resize rate', ['BRIDGE-009'])
const strange = subject('Other messages', ['BRIDGE-001'])

/** A page requests a few heights during its layout. More requests indicate a loop of measuring and resizing. */
const MANY_IN_SECOND = 20

const LOAD_MS = 10_000

/** Checks the messages that the admin accepted and ignored. */
export function bridgeFindings(facts: PreviewFacts): Finding[] {
  const load = loadFinding(facts)
  if (facts.choice.surface === 'storefront-block') return [load]
  return [load, readyFinding(facts), heightFinding(facts), ...floodFinding(facts), strangeFinding(facts)]
}

function loadFinding({ observed: { loadedAtMs, ageMs } }: PreviewFacts): Finding {
  if (loadedAtMs !== null) return loading.ok(`Loaded after ${inMs(loadedAtMs)}.`)
  if (ageMs < LOAD_MS) return loading.unknown('Loading.')
  return loading.error(
    `Not loaded within ${LOAD_MS / 1000} s.`,
    'The store owner sees an empty frame, and service:init waits for the load.',
    'Find the request or image that does not finish loading.',
  )
}

function readyFinding({ observed: { readyAtMs, loadedAtMs, ageMs } }: PreviewFacts): Finding {
  const { initAfterMs } = panelLimits
  const late = (afterMs: number) => afterMs >= initAfterMs
  const why = `service:init is sent ${initAfterMs} ms after the load, even without service:ready. A script that starts to listen later never receives service:init.`
  if (readyAtMs !== null) {
    const after = loadedAtMs === null ? 0 : readyAtMs - loadedAtMs
    const when = after <= 0 ? 'Sent before the load finished' : `Sent ${inMs(after)} after the load`
    return late(after)
      ? ready.warning(`${when}.`, why, 'Send `service:ready` as soon as the listener is registered.')
      : ready.ok(`${when}.`)
  }
  if (loadedAtMs === null || !late(ageMs - loadedAtMs)) return ready.unknown('Not sent yet.')
  return ready.warning('Never sent.', why, "Call `parent.postMessage({ type: 'service:ready' }, adminOrigin)`.")
}

function heightFinding({ observed: { resizes }, choice }: PreviewFacts): Finding {
  const { count: asked, noNumber, clamped, small, lastAsked, height: now } = resizes
  if (noNumber > 0) {
    return height.error(
      `${count(noNumber, 'message')} without a numeric height.`,
      'The admin ignores such messages.',
      "Send the height as a number: `{ type: 'service:resize', height: 480 }`.",
    )
  }
  if (asked === 0) return height.ok('No resize requests.')
  if (entityType(choice.surface) === null) {
    return height.warning(
      `Sent ${count(asked, 'time')} and ignored.`,
      'This frame has a fixed height.',
      'Use a page that scrolls at any frame height.',
    )
  }
  const { leastHeight, mostHeight, heightStep } = panelLimits
  if (clamped > 0) {
    return height.warning(
      `The last request was for ${lastAsked} px, but the frame is ${now} px high.`,
      `The admin allows heights from ${leastHeight} to ${mostHeight} px.`,
      'Show less content, or scroll inside the frame.',
    )
  }
  const ignored = small === 0 ? '' : ` The admin ignored ${count(small, 'change')} under ${heightStep} px.`
  return height.ok(`Sent ${count(asked, 'time')}. The frame is ${now} px high.${ignored}`)
}

function floodFinding({ observed: { resizes } }: PreviewFacts): Finding[] {
  if (resizes.mostInSecond <= MANY_IN_SECOND) return []
  return [
    flood.warning(
      `${resizes.mostInSecond} resize messages within one second.`,
      'Each message triggers a new layout of the owner’s page. A page that measures its own frame can send messages forever.',
      'Measure the content, not the window. Send a message only after a change of at least 24 px.',
    ),
  ]
}

function strangeFinding({ observed: { odd, otherOrigins }, appOrigin }: PreviewFacts): Finding {
  const parts = [
    odd.window > 0 ? `${count(odd.window, 'message')} from a window other than the frame${from(otherOrigins)}` : '',
    odd.origin > 0 ? `${count(odd.origin, 'message')} from another origin${from(otherOrigins)}` : '',
    odd.shape > 0
      ? `${count(odd.shape, 'message')} that ${odd.shape === 1 ? 'is not a plain object' : 'are not plain objects'}`
      : '',
    odd.type > 0 ? `${count(odd.type, 'message')} of an unknown type` : '',
  ].filter((part) => part !== '')
  if (parts.length === 0) return strange.ok('No other messages.')
  return strange.warning(
    `${parts.join(', ')}.`,
    `The admin accepts only service:ready and service:resize, as plain objects from the frame’s own window at ${appOrigin}.`,
    'Send messages to the parent window from the framed page.',
  )
}

function from(origins: readonly string[]): string {
  return origins.length === 0 ? '' : ` (${origins.join(', ')})`
}

function inMs(ms: number): string {
  return `${Math.round(ms)} ms`
}

import { panelLimits } from '../../catalog/limits.ts'
import { scriptAnswer } from '../pages/page.ts'

/** Path of the preview script. The page loads it after the bridge, so that it sees a height that is already set. */
export const PREVIEW_SCRIPT = '/_preview.js'

/**
 * Observes the frame from outside, as the admin could: messages, loads, blocked navigation, history entries. It sends its
 * observations to the emulator, which responds with the findings. It never sends a message to the frame. Only the bridge does.
 */
const script = `
const began = performance.now()
const sinceBegin = () => performance.now() - began
const seen = {
  ageMs: 0, loadedAtMs: null, loads: 0, readyAtMs: null, historyEntries: 0, otherOrigins: [], blocked: [],
  odd: { window: 0, origin: 0, shape: 0, type: 0 }, kept: null,
  resizes: { count: 0, mostInSecond: 0, noNumber: 0, clamped: 0, small: 0, lastAsked: null, height: 0 },
}
const historyBefore = history.length
const paces = []
let heightBefore = ${panelLimits.firstHeight}
let wasEntered = false
let timer = 0
const frameOf = () => document.querySelector('iframe[data-preview]')
const soon = () => { timer ||= setTimeout(report, 250) }
const addOnce = (list, one) => { if (list.length < 10 && !list.includes(one)) list.push(one) }

const seeResize = (frame, height) => {
  const now = performance.now()
  paces.push(now)
  while (now - paces[0] > 1000) paces.shift()
  const resizes = seen.resizes
  resizes.count += 1
  resizes.mostInSecond = Math.max(resizes.mostInSecond, paces.length)
  if (typeof height !== 'number' || !Number.isFinite(height)) { resizes.noNumber += 1; return }
  const clamped = Math.min(Math.max(height, ${panelLimits.leastHeight}), ${panelLimits.mostHeight})
  if (clamped !== height) resizes.clamped += 1
  if (frame.dataset.height === 'auto' && clamped !== heightBefore && Math.abs(clamped - heightBefore) < ${panelLimits.heightStep}) resizes.small += 1
  else heightBefore = clamped
  resizes.lastAsked = height
}

addEventListener('message', ({ data, origin, source }) => {
  const frame = frameOf()
  const look = document.querySelector('iframe[data-look]')
  if (look !== null && source === look.contentWindow) {
    if (data?.type === 'preview:cookies') { seen.kept = data.kept; soon() }
    return
  }
  if (frame === null || frame.dataset.bridge === undefined || source === window) return
  const text = typeof data === 'string' ? data : typeof data?.type === 'string' ? data.type : ''
  if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) {
    if (!text.includes('service:')) return
    seen.odd[source === frame.contentWindow ? 'origin' : 'window'] += 1
    addOnce(seen.otherOrigins, origin)
  } else if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) seen.odd.shape += 1
  else if (data.type === 'service:ready') seen.readyAtMs ??= sinceBegin()
  else if (data.type === 'service:resize') seeResize(frame, data.height)
  else seen.odd.type += 1
  soon()
})

document.addEventListener('load', ({ target: frame }) => {
  if (frame !== frameOf()) return
  seen.loads += 1
  seen.loadedAtMs ??= sinceBegin()
  soon()
}, true)

document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  if (!effectiveDirective.startsWith('frame-src')) return
  addOnce(seen.blocked, URL.parse(blockedURI)?.origin ?? blockedURI)
  soon()
})

// A person in the frame may click there: from then on they cause the entries of the history.
addEventListener('blur', () => { wasEntered ||= document.activeElement === frameOf() })

const report = async () => {
  timer = 0
  const frame = frameOf()
  const list = document.getElementById('findings')
  if (frame === null || list === null) return
  if (!wasEntered) seen.historyEntries = Math.max(0, history.length - historyBefore)
  seen.ageMs = sinceBegin()
  seen.resizes.height = frame.offsetHeight
  const answer = await fetch(list.dataset.from, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(seen) })
  if (!answer.ok) { list.textContent = 'This preview has expired. Open it again.'; return }
  const { html, summary, isAsking } = await answer.json()
  if (list.dataset.shown !== html) {
    const isOpen = list.querySelector('details')?.open
    list.dataset.shown = html
    list.innerHTML = html
    if (isOpen) list.querySelector('details')?.setAttribute('open', '')
  }
  const said = document.getElementById('summary')
  if (said.textContent !== summary) said.textContent = summary
  // While the app is asked, and until it is known that it never said it was ready.
  if (isAsking || sinceBegin() < Math.max(10_000, seen.loadedAtMs) + 3_000) timer ||= setTimeout(report, 1000)
}

const countDown = () => {
  const clock = document.getElementById('countdown')
  if (clock === null) return
  const left = Math.ceil(clock.dataset.seconds - sinceBegin() / 1000)
  clock.textContent = left > 0 ? left + ' s' : 'expired'
  clock.classList.toggle('bad', left <= 0)
  clock.classList.toggle('wait', left > 0 && left <= 30)
  if (left > 0) setTimeout(countDown, 1000)
}

addEventListener('DOMContentLoaded', () => { countDown(); soon() })
`

/** Serves the script as a file, because the page allows no inline scripts. */
export function previewScript(): Response {
  return scriptAnswer(script)
}

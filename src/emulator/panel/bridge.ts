import { panelLimits } from '../../catalog/limits.ts'
import { scriptAnswer } from '../pages/page.ts'

/** Path from which the admin's pages load the script. */
export const BRIDGE = '/_bridge.js'

/**
 * The admin's side of the message bridge (BRIDGE-001 to BRIDGE-009, EMB-041 to EMB-045). It is in the page's
 * head, so that it listens before a frame can send `service:ready`. Each frame has data attributes: `data-bridge`
 * contains its `service:init` message, and `data-height="auto"` means that it may request a height.
 */
const script = `
const greeted = new WeakSet()
const loaded = new WeakSet()
const heights = new WeakMap()

const originOf = (frame) => new URL(frame.src).origin

const sendInit = (frame) => {
  if (greeted.has(frame) || frame.contentWindow === null) return
  greeted.add(frame)
  frame.contentWindow.postMessage({ type: 'service:init', ...JSON.parse(frame.dataset.bridge) }, originOf(frame))
}

const resize = (frame, wanted) => {
  if (frame.dataset.height !== 'auto' || !Number.isFinite(wanted)) return
  const height = Math.min(Math.max(wanted, ${panelLimits.leastHeight}), ${panelLimits.mostHeight})
  if (Math.abs(height - (heights.get(frame) ?? ${panelLimits.firstHeight})) < ${panelLimits.heightStep}) return
  heights.set(frame, height)
  frame.style.height = height + 'px'
}

addEventListener('message', ({ data, origin, source }) => {
  if (source === null || typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return
  const frame = [...document.querySelectorAll('iframe[data-bridge]')].find((one) => one.contentWindow === source)
  if (frame === undefined || origin !== originOf(frame)) return
  if (data.type === 'service:ready') sendInit(frame)
  if (data.type === 'service:resize') resize(frame, data.height)
})

// A load event does not bubble, but it is heard on its way down.
document.addEventListener('load', ({ target: frame }) => {
  if (!(frame instanceof HTMLIFrameElement) || frame.dataset.bridge === undefined || loaded.has(frame)) return
  loaded.add(frame)
  setTimeout(() => sendInit(frame), ${panelLimits.initAfterMs})
}, true)
`

/** Serves the script as a separate file, because the pages allow no inline scripts. */
export function bridgeAnswer(): Response {
  return scriptAnswer(script)
}

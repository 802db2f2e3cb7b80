import { limits } from '../catalog/limits.ts'
import type { DevStatus } from '../dev/controls.ts'
import type { Style } from '../terminal/style.ts'
import { escapeCell } from '../values/escape.ts'

/** The status line of `app dev`: where it goes to, how much of the request budget is used, what waits and what failed. */
export function devStatusLine({ target, store, app, tunnel, deliveries, spent }: DevStatus, style: Style): string {
  const { delivered = 0, pending = 0, failed = 0, dead_letter: dead = 0 } = deliveries
  const parts = [
    `${style.bold(target)} ${escapeCell(store)}`,
    `${delivered} delivered`,
    pending > 0 ? style.yellow(`${pending} waiting`) : '',
    failed > 0 ? style.red(`${failed} failed`) : '',
    dead > 0 ? style.red(`${dead} dead (x retries)`) : '',
    spent === null ? '' : budget(spent, style),
    tunnel === null ? '' : tunnel.isUp ? style.green(`tunnel ${tunnel.url}`) : style.red('tunnel DOWN'),
    style.dim('? keys'),
    app,
  ]
  return parts.filter((part) => part !== '').join(style.dim('  ·  '))
}

export const keyHelp = [
  'i  install again',
  'o  open the store admin',
  'w  open the inspector: all that happened, as a page',
  't  send a test event to the app',
  'r  replay the last delivery',
  'x  retry dead letters',
  'q  stop everything (or Ctrl-C)',
].join('\n')

/** Yellow from three quarters on. */
function budget(spent: number, { yellow }: Style): string {
  const text = `${spent}/${limits.requestsPerMinutePerToken} calls/min`
  return spent > limits.requestsPerMinutePerToken * 0.75 ? yellow(text) : text
}

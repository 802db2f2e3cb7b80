import { limits } from '../../catalog/limits.ts'
import type { DevControls, DevStatus } from '../../dev/dev-controls.ts'
import type { StatusPart } from '../../terminal/status-line.ts'
import type { Paint, Style } from '../../terminal/style.ts'
import { escapeCell } from '../../text/escape.ts'

/** Formats the status line of `app dev`: target, used request budget, pending and failed deliveries. Problems are dropped last when space is short. */
export function devStatusParts(status: DevStatus, style: Style): StatusPart[] {
  const { target, store, app, isUp, isPlatformUp, tunnel, deliveries, held, spent } = status
  const { delivered = 0, pending = 0, failed = 0, dead_letter: dead = 0 } = deliveries
  return [
    { rank: 5, text: `${style.bold(target)} ${escapeCell(store)}` },
    { rank: 9, text: isUp ? '' : style.red('app DOWN') },
    { rank: 9, text: isPlatformUp ? '' : style.red('emulator DOWN') },
    { rank: 4, text: `${delivered} delivered` },
    { rank: 6, text: some(held, 'with the app', style.yellow) },
    { rank: 6, text: some(pending, 'waiting', style.yellow) },
    { rank: 7, text: some(failed, 'failed', style.red) },
    { rank: 8, text: some(dead, 'dead (x: retry)', style.red) },
    { rank: 3, text: spent === null ? '' : budget(spent, style) },
    ...tunnelPart(tunnel, style),
    { rank: 10, text: style.dim('? keys') },
    { rank: 1, text: app },
  ].filter(({ text }) => text !== '')
}

function some(n: number, text: string, paint: Paint): string {
  return n > 0 ? paint(`${n} ${text}`) : ''
}

function tunnelPart(tunnel: DevStatus['tunnel'], { red, green }: Style): StatusPart[] {
  if (tunnel === null) return []
  return [tunnel.isUp ? { rank: 2, text: green(`tunnel ${tunnel.url}`) } : { rank: 9, text: red('tunnel DOWN') }]
}

/** Lists the keys that the target supports. */
export function keyHelp({ placeOrder, openPortal }: Pick<DevControls, 'placeOrder' | 'openPortal'>): string {
  return [
    ...(placeOrder === null ? [] : ['o  place a paid order']),
    't  send a test event',
    'r  replay the last delivery',
    'f  show the last failure',
    'x  retry dead letters',
    'R  restart the app',
    'i  reinstall the app',
    'a  open the store admin',
    ...(openPortal === null ? [] : ['p  open the developer portal']),
    'w  open the inspector',
    'c  clear the screen',
    'q  stop everything (or Ctrl-C)',
  ].join('\n')
}

/** Returns the budget, in yellow from three quarters on. */
function budget(spent: number, { yellow }: Style): string {
  const text = `${spent}/${limits.requestsPerMinutePerToken} calls/min`
  return spent > limits.requestsPerMinutePerToken * 0.75 ? yellow(text) : text
}

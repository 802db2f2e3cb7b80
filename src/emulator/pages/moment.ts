import { html } from 'hono/html'

import type { World } from '../world.ts'
import type { Html } from './page.ts'

/** An instant with its zone, and how far it is from the emulator's clock. The exact one is in the title. */
export function moment({ now }: Pick<World, 'now'>, at: string | number): Html {
  const date = new Date(at)
  const iso = date.toISOString()
  return html`<time datetime="${iso}" title="${iso}">${momentText(date)} <small>${distance(date, now())}</small></time>`
}

/** `26 Nov 2026, 21:10 UTC`, in the time zone of this machine. */
export function momentText(at: Date): string {
  absolute ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return absolute.format(at)
}

/** Made for the first page: it takes 18 ms, which the start of an emulator need not wait for. */
let absolute: Intl.DateTimeFormat | undefined

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `5 minutes ago`. Whole units that have passed, so that 59 minutes are never an hour. */
function distance(at: Date, now: Date): string {
  const seconds = Math.trunc((at.getTime() - now.getTime()) / 1000)
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 60]
  return unit === 'second' ? 'just now' : relative.format(Math.trunc(seconds / size), unit)
}

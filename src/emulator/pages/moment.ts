import { html } from 'hono/html'

import { agoText, momentText } from '../../text/time/moment.ts'
import type { EmulatorContext } from '../context.ts'
import type { Html } from './page.ts'

/** Shows an instant with its time zone and its distance from the emulator's clock. The title has the exact time. */
export function moment({ now }: Pick<EmulatorContext, 'now'>, at: string | number): Html {
  const date = new Date(at)
  const iso = date.toISOString()
  return html`<time datetime="${iso}" title="${iso}">${momentText(date)} <small>${agoText(date, now())}</small></time>`
}

import { agoText, momentText } from '../../text/time/moment.ts'
import { el } from './dom.ts'
import { clock } from './format.ts'

/** Renders a time with its zone and its age. The title has the raw value. */
export function moment(iso: string): HTMLElement {
  return el('time', { datetime: iso, title: iso }, exact(iso), ' ', ago(iso))
}

/** Renders a row's time of day, with day and zone in the title. */
export function rowTime(iso: string): HTMLElement {
  return el('time', { datetime: iso, title: inFull(iso) }, clock(iso), ago(iso))
}

/** Renders only the time of day, for lines that belong to one moment. */
export function lineTime(iso: string, what = ''): HTMLElement {
  return el('time', { datetime: iso, title: what + inFull(iso) }, clock(iso))
}

/** Updates every `5 minutes ago`. */
export function refreshAgo(): void {
  for (const small of document.querySelectorAll('time > small')) {
    small.textContent = agoText(new Date(small.parentElement?.getAttribute('datetime') ?? ''), new Date())
  }
}

function ago(iso: string): HTMLElement {
  return el('small', {}, agoText(new Date(iso), new Date()))
}

function exact(iso: string): string {
  return momentText(new Date(iso), 'exact')
}

function inFull(iso: string): string {
  return `${exact(iso)} · ${iso}`
}

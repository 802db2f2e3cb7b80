import { agoText, momentText } from '../../text/time/moment.ts'
import { el } from './dom.ts'
import { clock } from './format.ts'

/** An instant with its zone, and how long ago it was. The raw one is in the title. */
export function moment(iso: string): HTMLElement {
  return el('time', { datetime: iso, title: iso }, exact(iso), ' ', ago(iso))
}

/** The same in a row: the time of day, with day and zone in the title. */
export function rowTime(iso: string): HTMLElement {
  return el('time', { datetime: iso, title: inFull(iso) }, clock(iso), ago(iso))
}

/** The time of day alone, for lines that belong to one moment. */
export function lineTime(iso: string, what = ''): HTMLElement {
  return el('time', { datetime: iso, title: what + inFull(iso) }, clock(iso))
}

/** Brings every `5 minutes ago` up to date. */
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

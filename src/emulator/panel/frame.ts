import { html } from 'hono/html'

import type { Html } from '../pages/page.ts'
import { BRIDGE } from './bridge.ts'

/** Iframe of an app. */
export interface Frame {
  readonly title: string
  readonly src: string
  /** Members of its `service:init` besides the type; null without a bridge. */
  readonly init: ServiceInit | null
  /** `auto`: the app requests its height with `service:resize`. */
  readonly height: 'fixed' | 'auto'
}

/** BRIDGE-004 to BRIDGE-006. */
export interface ServiceInit {
  readonly pluginKey: string
  readonly locale: string
  readonly storeContext: StoreContext | Readonly<Record<string, never>>
}

/** Layout hints, never an identity (BRIDGE-014 to BRIDGE-022). Only a detail slot has an entity. */
export interface StoreContext {
  readonly surface: string
  readonly entityType?: EntityType
  readonly entityId?: number
  readonly storeId: number
  readonly regionId: number
  readonly currencyCode: string
  readonly uiLocale: string
  readonly contentLocale: string
}

export type EntityType = 'order' | 'customer' | 'product'

/** The admin's pages are in English. */
export const UI_LOCALE = 'en'

/** Renders the documented container of every frame: no popups or downloads, clipboard write-only (EMB-036 to EMB-040). `mark` is an extra attribute. */
export function frameOf({ title, src, init, height }: Frame, mark: Html | '' = ''): Html {
  const bridge = init === null ? '' : html`data-bridge="${JSON.stringify(init)}" data-height="${height}"`
  return html`<iframe
    class="${height === 'auto' || init === null ? 'slot' : 'panel'}"
    title="${title}"
    src="${src}"
    sandbox="allow-scripts allow-forms allow-same-origin"
    allow="clipboard-write"
    referrerpolicy="strict-origin"
    ${bridge}
    ${mark}
  ></iframe>`
}

/** Requirements of a page with frames. */
export interface FrameNeeds {
  /** For the page's Content-Security-Policy. */
  readonly frameSrc?: string
  readonly scripts: readonly string[]
}

/** `scripts` are the page's other scripts. */
export function frameNeeds(frames: readonly Frame[], scripts: readonly string[] = []): FrameNeeds {
  if (frames.length === 0) return { scripts }
  const origins = [...new Set(frames.map(({ src }) => new URL(src).origin))]
  const bridge = frames.some(({ init }) => init !== null) ? [BRIDGE] : []
  return { frameSrc: origins.join(' '), scripts: [...scripts, ...bridge] }
}

import { html } from 'hono/html'

import type { Html } from '../pages/page.ts'
import { BRIDGE } from './bridge.ts'

/** One iframe of an app. */
export interface Frame {
  readonly title: string
  readonly src: string
  /** What `service:init` says to it beside its type; null where there is no bridge. */
  readonly init: ServiceInit | null
  /** `auto`: the app asks for its height by `service:resize`. */
  readonly height: 'fixed' | 'auto'
}

/** BRIDGE-004 to BRIDGE-006. */
export interface ServiceInit {
  readonly pluginKey: string
  readonly locale: string
  readonly storeContext: StoreContext | Readonly<Record<string, never>>
}

/** Hints for layout, never an identity (BRIDGE-014 to BRIDGE-022). A slot that is not a detail slot has no entity. */
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

/** The pages of the admin are in English. */
export const UI_LOCALE = 'en'

/** The container as documented, for every frame: no popups, no downloads, clipboard for writing only (EMB-036 to EMB-040). `mark`: an attribute of the page’s own. */
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

/** What a page needs for the frames in it. */
export interface FrameNeeds {
  /** For its Content-Security-Policy. */
  readonly frameSrc?: string
  readonly scripts: readonly string[]
}

/** `scripts` are those that the page has anyway. */
export function frameNeeds(frames: readonly Frame[], scripts: readonly string[] = []): FrameNeeds {
  if (frames.length === 0) return { scripts }
  const origins = [...new Set(frames.map(({ src }) => new URL(src).origin))]
  const bridge = frames.some(({ init }) => init !== null) ? [BRIDGE] : []
  return { frameSrc: origins.join(' '), scripts: [...scripts, ...bridge] }
}

import type { Evidence } from '../../check.ts'
import type { Harness } from '../../harness/harness.ts'
import { onceFor } from '../../harness/once-for.ts'
import { adminSlots } from '../../panel/framed-pages.ts'
import { panelFacts } from '../../panel/panel.ts'
import { readScripts } from '../../panel/scripts.ts'
import type { PanelSeen } from '../../panel/visit.ts'

/** A framed page and the texts of the scripts that it runs. */
export interface FramedScripts {
  readonly what: string
  readonly path: string
  readonly scripts: readonly string[]
  /** True if it loads scripts from other servers, which are not read. */
  readonly hasForeign: boolean
}

/** Reads the open panel and each slot of the store admin. */
export const framedScripts = onceFor(async (harness: Harness): Promise<readonly FramedScripts[]> => {
  const { genuine } = await panelFacts(harness)
  const slots = await adminSlots(harness)
  const pages = [{ what: 'the panel', seen: genuine }, ...slots.filter(({ seen: { page } }) => page.status === 200)]
  return Promise.all(pages.map(async ({ what, seen }) => scriptsOf(what, seen)))
})

async function scriptsOf(what: string, seen: PanelSeen): Promise<FramedScripts> {
  const { text, url } = seen.page
  const hasForeign = /<script\b[^>]*\bsrc\s*=\s*["']?(?:https?:)?\/\//i.test(text)
  return { what, path: url.pathname, scripts: await readScripts(seen), hasForeign }
}

/** Returns the matching part of a script, and the page that runs it. */
export function scriptEvidence({ what, path }: FramedScripts, script: string, at: number): Evidence {
  const from = Math.max(0, at - 60)
  return { kind: 'page', page: what, path, script: script.slice(from, at + 140).trim() }
}

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Context } from '../context.ts'
import { AppError, hasCode } from '../errors.ts'
import type { AppConfig } from '../project/app-config.ts'
import { manifestJson } from '../project/registration.ts'
import { localManifest, missingPages, slotPages } from '../project/slot-pages.ts'
import { checkManifest, type Manifest } from '../protocol/manifest.ts'
import { escapeCell } from '../text/escape.ts'
import type { ManifestReport } from '../views/manifest.ts'

type Tools = Pick<Context, 'cwd' | 'send'> & { readonly adminOrigin: string | null }

/** Checks the manifest in a file as the store admin would read it. Raises `usage.invalid` for an unreadable file. */
export async function reportOfFile(file: string, tools: Tools): Promise<ManifestReport> {
  return report(readText(resolve(tools.cwd, file), file), tools)
}

/** Checks the manifest built from app.toml. An app without a manifest has no panel. */
export async function reportOfConfig(config: AppConfig, tools: Tools): Promise<ManifestReport> {
  const json = manifestJson(config)
  if (json !== null) return report(json, tools, localManifest(config))
  const message = 'app.toml has no [manifest], so the app has no panel.'
  return { ok: false, slots: [], problems: [{ path: '', code: 'manifest-missing', message }], warnings: [] }
}

/**
 * Returns the errors of app.toml as a report if only its manifest is invalid, else null. Loading
 * app.toml already rejects a manifest that breaks a rule.
 */
export function reportOfBrokenConfig(error: unknown): ManifestReport | null {
  if (!hasCode(error, 'project.invalid')) return null
  // Only project/app-toml.ts creates these errors.
  const { problems } = error.details as { problems: readonly { key: string; message: string; allowed?: string }[] }
  if (!problems.every(({ key }) => /^manifest\b/.test(key))) return null
  return {
    ok: false,
    slots: [],
    problems: problems.map(({ key, message, allowed }) => ({
      path: key.replace(/^manifest\.?/, ''),
      code: 'app-toml',
      message: `${message}${allowed === undefined ? '' : ` Allowed: ${allowed}.`}`,
    })),
    warnings: [],
  }
}

/** Creates the report. `local` is the manifest with the app's URL on this machine. */
async function report(
  manifest: string,
  { send, adminOrigin }: Tools,
  local: Manifest | null = null,
): Promise<ManifestReport> {
  const verdict = checkManifest({ manifest, adminOrigin })
  const { ok, warnings } = verdict
  if (!ok) return { ok, slots: [], problems: verdict.problems, warnings }
  const slots = await slotPages(local ?? verdict.manifest, { send })
  const missing = missingPages(slots).map((message) => ({ path: 'slots', code: 'slot-page-missing', message }))
  return { ok, slots, problems: [], warnings: [...warnings, ...missing] }
}

function readText(path: string, shown: string): string {
  try {
    return new TextDecoder().decode(readFileSync(path))
  } catch (cause) {
    throw new AppError('usage.invalid', `Cannot read ${escapeCell(shown)}.`, { cause })
  }
}

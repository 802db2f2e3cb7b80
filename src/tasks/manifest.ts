import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { AppError, hasCode } from '../errors.ts'
import type { AppConfig } from '../project/app-config.ts'
import { manifestJson } from '../project/registration.ts'
import { checkManifest } from '../protocol/manifest.ts'
import { escapeCell } from '../text/escape.ts'
import type { ManifestReport } from '../views/manifest.ts'

/** The manifest in a file, as the store admin would read it. Raises `usage.invalid` for a file that cannot be read. */
export function reportOfFile(file: string, cwd: string, adminOrigin: string | null): ManifestReport {
  return report(readText(resolve(cwd, file), file), adminOrigin)
}

/** The manifest that app.toml makes. Without one the app has no panel. */
export function reportOfConfig(config: AppConfig, adminOrigin: string | null): ManifestReport {
  const json = manifestJson(config)
  if (json !== null) return report(json, adminOrigin)
  const message = 'app.toml has no [manifest], so no admin UI is found.'
  return { ok: false, problems: [{ path: '', code: 'manifest-missing', message }], warnings: [] }
}

/**
 * The errors of app.toml as a report, when only its manifest is wrong; null for any other error. A manifest that breaks a rule already fails when app.toml is
 * read.
 */
export function reportOfBrokenConfig(error: unknown): ManifestReport | null {
  if (!hasCode(error, 'project.invalid')) return null
  // Only project/app-toml.ts makes these.
  const { problems } = error.details as { problems: readonly { key: string; message: string; allowed?: string }[] }
  if (!problems.every(({ key }) => /^manifest\b/.test(key))) return null
  return {
    ok: false,
    problems: problems.map(({ key, message, allowed }) => ({
      path: key.replace(/^manifest\.?/, ''),
      code: 'app-toml',
      message: `${message}${allowed === undefined ? '' : ` Allowed: ${allowed}.`}`,
    })),
    warnings: [],
  }
}

function report(manifest: string, adminOrigin: string | null): ManifestReport {
  const { ok, warnings, ...rest } = checkManifest({ manifest, adminOrigin })
  return { ok, problems: 'problems' in rest ? rest.problems : [], warnings }
}

function readText(path: string, shown: string): string {
  try {
    return new TextDecoder().decode(readFileSync(path))
  } catch (cause) {
    throw new AppError('usage.invalid', `${escapeCell(shown)} cannot be read.`, { cause })
  }
}

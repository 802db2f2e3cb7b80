import { basename } from 'node:path'

import type { Context } from '../../context.ts'
import { listCalls } from '../../journal/calls/calls.ts'
import { changeAppToml, type Project } from '../../project/app-toml.ts'
import { readJournal } from '../journal/project-journal.ts'
import { askedAfter, auditScopes, type AskedScopes, type AuditedScope } from './audit-scopes.ts'
import { linePatch } from './line-patch.ts'

export interface ScopeAudit {
  /** Number of API calls that were checked. */
  readonly calls: number
  readonly scopes: readonly AuditedScope[]
  /** Patch to app.toml that requests the needed scopes, or null if no change is needed. */
  readonly patch: string | null
  readonly written: boolean
}

export interface AuditInput {
  readonly project: Project
  /** Only calls since this time, or all in the journal if null. */
  readonly since: Date | null
  readonly isWriting: boolean
}

/** More calls than a journal stores. */
const MOST_CALLS = 1_000_000

/**
 * Compares the scopes of app.toml with the calls in the journal, and with `isWriting` updates app.toml. Raises `project.*` and the errors of opening the
 * journal.
 */
export async function auditProject(context: Context, { project, since, isWriting }: AuditInput): Promise<ScopeAudit> {
  const { config, file } = project
  const journaled = await readJournal(context, config.key, (journal) => listCalls(journal, { limit: MOST_CALLS }))
  const calls = journaled.filter(({ at }) => since === null || at >= since)
  const scopes = auditScopes(config, calls)
  const change = changeAppToml(file, editsOf(config.scopes, askedAfter(config.scopes, scopes)))
  // Without calls there is no evidence.
  const isSame = calls.length === 0 || change.after === change.before
  const written = isWriting && !isSame
  if (written) change.write()
  return {
    calls: calls.length,
    scopes,
    patch: isSame ? null : linePatch(basename(file), change.before, change.after),
    written,
  }
}

const lists = ['required', 'optional'] as const

function editsOf(before: AskedScopes, after: AskedScopes) {
  return lists
    .filter((list) => before[list].join(' ') !== after[list].join(' '))
    .map((list) => ({ path: ['scopes', list], value: after[list] }))
}

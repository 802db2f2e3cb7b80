import type { AppConfig } from '../project/app-config.ts'
import type { Bench } from './bench/bench.ts'

/** `error` contradicts the documents, or lets a secret or a stranger's data out; `warning` is allowed and will hurt; `note` is neither. */
export type Severity = 'error' | 'warning' | 'note'

/** What was seen, by its kind; further members are plain data. Tokens, secrets and codes in it are masked when it is reported. */
export interface Evidence {
  readonly kind: 'request' | 'call' | 'log' | 'file' | 'page' | 'process'
  readonly [fact: string]: unknown
}

/** What a reviewer would say of the app. */
export interface Finding {
  readonly severity: Severity
  /** One sentence that says what the app does. */
  readonly title: string
  /** Why it matters; where `rules` is empty, also whose advice it is. */
  readonly why: string
  /** What to change. */
  readonly remedy: string
  readonly evidence: readonly [Evidence, ...Evidence[]]
  /** Ids of the documents' rules that are broken; those of the check when left out. */
  readonly rules?: readonly string[]
}

/**
 * One thing that a right app does. `run` answers with what is wrong, nothing when all is right; it throws `CannotJudge` when there is nothing to judge. It
 * meets the app only through the bench, waits for conditions and never for a time that is tight, and leaves nothing behind that another check could stumble over.
 */
export interface Check {
  /** `<area>.<name>`; never renamed. */
  readonly id: string
  /** What holds when it passes, as a sentence. */
  readonly title: string
  readonly rules: readonly string[]
  /** Ids of the checks without which this one says nothing; when one of them failed this one is skipped. */
  readonly needs: readonly string[]
  /** Ids of checks that fail of the same causes and others: run side by side with them, and skipped in the report when one of them failed. */
  readonly unless?: readonly string[]
  readonly run: (bench: Bench) => Promise<readonly Finding[]>
  /** Each makes one app of its own, for which this check will ask in any case; begun with the run, and nobody waits for it. The shared app is left alone. */
  readonly ahead?: readonly ((bench: Bench) => Promise<unknown>)[]
}

/** The checks of one subject; a folder `checks/<id>/`. */
export interface Area {
  readonly id: string
  readonly checks: readonly Check[]
  /** Why there is nothing to check for an app with this app.toml; null when there is. */
  readonly absent?: (config: AppConfig) => string | null
}

/** Thrown by a check that has nothing to judge; the message becomes its `reason`. */
export class CannotJudge extends Error {}

/** Source of a secret. */
export interface SecretOrigin {
  /** `environment` for a variable. */
  readonly backend: string
  readonly where: string
  readonly savedAt: Date | null
}

/** Describes where a secret came from and when it was saved, for the middle of a sentence. */
export function originText({ where, savedAt }: SecretOrigin): string {
  return savedAt === null ? where : `${where}, stored ${storedText(savedAt)}`
}

/** Formats the time at which a secret was stored, to the minute. */
export function storedText(savedAt: Date): string {
  return `${savedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

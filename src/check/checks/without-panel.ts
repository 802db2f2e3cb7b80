import type { AppConfig } from '../../project/app-config.ts'

/** Why nothing about the panel can be checked; null when the app has one. */
export function withoutPanel({ manifest }: AppConfig): string | null {
  return manifest === null ? 'app.toml has no [manifest], so the app has no panel' : null
}

import type { AppConfig } from '../../project/app-config.ts'

/** Returns why nothing about the panel can be checked; null if the app has one. */
export function withoutPanel({ manifest }: AppConfig): string | null {
  return manifest === null ? 'app.toml has no [manifest], so the app has no panel' : null
}

import type { AppConfig } from '../../project/app-config.ts'

/** Returns why nothing about deliveries can be checked; null if the app receives some. */
export function withoutTopics({ webhooks }: AppConfig): string | null {
  return webhooks.topics.length === 0 ? 'app.toml subscribes to no topics' : null
}

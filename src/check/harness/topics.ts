import type { AppConfig } from '../../project/app-config.ts'

/** Topics for which apps most often do work, the likeliest first. */
export const busiestTopics: readonly string[] = [
  'order.paid',
  'order.created',
  'order.shipped',
  'order.cancelled',
  'order.refunded',
]

/** Returns a topic to which app.toml subscribes, for checks in which the topic does not matter. */
export function usualTopicOf({ webhooks: { topics } }: AppConfig): string {
  return busiestTopics.find((topic) => topics.includes(topic)) ?? topics[0] ?? 'order.paid'
}

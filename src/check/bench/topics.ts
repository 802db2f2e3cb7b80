import type { AppConfig } from '../../project/app-config.ts'

/** Topics for which apps most often do work, the likeliest first. */
export const busiestTopics: readonly string[] = [
  'order.paid',
  'order.created',
  'order.shipped',
  'order.cancelled',
  'order.refunded',
]

/** The topic for checks in which the topic does not matter: one to which app.toml subscribes. */
export function usualTopicOf({ webhooks: { topics } }: AppConfig): string {
  return busiestTopics.find((topic) => topics.includes(topic)) ?? topics[0] ?? 'order.paid'
}

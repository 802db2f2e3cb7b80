import type { AppConfig } from '../../project/app-config.ts'

/** Topics that apps most often do something about, the likeliest first. */
export const busiestTopics: readonly string[] = [
  'order.paid',
  'order.created',
  'order.shipped',
  'order.cancelled',
  'order.refunded',
]

/** The topic of events that are about no topic: one to which app.toml subscribes. */
export function usualTopicOf({ webhooks: { topics } }: AppConfig): string {
  return busiestTopics.find((topic) => topics.includes(topic)) ?? topics[0] ?? 'order.paid'
}

import type { ActionAnswer } from '../../actions.ts'
import { post } from '../api.ts'
import { el } from '../dom.ts'
import { quiet } from '../parts.ts'
import { openDialog } from './dialog.ts'
import { reportAnswer } from './toast.ts'

/** Asks for the topic of a test event and the fields to change, and sends it. */
export function openTrigger(topics: readonly string[]): void {
  const topic = el('select', { name: 'topic' }, ...topics.map((name) => el('option', { value: name }, name)))
  const set = el('textarea', {
    name: 'set',
    rows: 4,
    spellcheck: 'false',
    placeholder: 'data.status=paid\ndata.orderId=9007199254740993',
  })
  openDialog({
    title: 'Send a test event',
    body: [
      quiet('The event is signed like a platform event. Its new eventId starts with “test:”.'),
      el('label', { class: 'field' }, 'Topic', topic),
      el('label', { class: 'field' }, 'Fields, one per line', set),
    ],
    act: {
      label: 'Sign and send',
      run: async () => {
        const pairs = set.value.split('\n').filter((line) => line.trim() !== '')
        reportAnswer(topic.value, await post<ActionAnswer>('/api/trigger', { topic: topic.value, set: pairs }))
      },
    },
  })
}

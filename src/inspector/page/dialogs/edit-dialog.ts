import { escapeForeign } from '../../../text/escape.ts'
import type { ActionAnswer } from '../../actions.ts'
import type { DeliveryDetail } from '../../detail/detail.ts'
import { post } from '../api.ts'
import { el } from '../dom.ts'
import { quiet } from '../parts.ts'
import { openDialog } from './dialog.ts'
import { reportAnswer } from './toast.ts'

/** Opens the body of a delivery for editing. The result is signed again and sent. Invisible characters are shown as escapes, which mean the same in JSON. */
export function openEdit({ id, topic, body }: DeliveryDetail): void {
  const text = el('textarea', { name: 'body', rows: 16, spellcheck: 'false', class: 'code' })
  text.value = escapeForeign(body.pretty ?? body.raw)
  openDialog({
    title: `Edit and send #${id}`,
    body: [
      quiet(`The edited ${topic} gets a new timestamp and signature. The journal keeps the delivery unchanged.`),
      el('label', { class: 'field' }, 'Body', text),
    ],
    act: {
      label: 'Sign and send',
      run: async () => {
        reportAnswer(`Edited #${id}`, await post<ActionAnswer>(`/api/deliveries/${id}/edit`, { body: text.value }))
      },
    },
  })
}

import { el, type Child } from '../dom.ts'
import { reportFailure } from './toast.ts'

export interface DialogParts {
  readonly title: string
  readonly body: readonly Child[]
  /** Label and action of the main button. If the action fails, the dialog stays open and shows why. */
  readonly act?: { readonly label: string; readonly run: () => Promise<void> }
}

/** Opens a modal dialog. Esc closes it, and Ctrl+Enter presses the main button. */
export function openDialog({ title, body, act }: DialogParts): HTMLDialogElement {
  const close = () => dialog.close()
  const main = act && el('button', { type: 'button', class: 'main' }, act.label)
  const run = async () => {
    if (act === undefined || main === undefined || main.disabled) return
    main.disabled = true
    await act.run().then(close, reportFailure)
    main.disabled = false
  }
  main?.addEventListener('click', () => void run())
  const dialog = el(
    'dialog',
    {
      close: () => dialog.remove(),
      keydown: (event) => {
        if (event instanceof KeyboardEvent && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run()
      },
    },
    el('h2', {}, title),
    ...body,
    el('div', { class: 'actions' }, el('button', { type: 'button', click: close }, act ? 'Cancel' : 'Close'), main),
  )
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

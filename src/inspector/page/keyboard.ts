export type Keys = Readonly<Record<string, () => void>>

/** Listens to keys, by their `KeyboardEvent.key`. Ignores keys in an input field or an open dialog. */
export function listenToKeys(keys: Keys): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog') !== null) return
    if (isIn(target, 'input, select, textarea')) {
      if (key === 'Escape' && target instanceof HTMLElement) target.blur()
      return
    }
    if (keepsKey(target, key) || !Object.hasOwn(keys, key)) return
    event.preventDefault()
    keys[key]?.()
  })
}

/** Returns whether the focused button, link or text uses this key itself. */
function keepsKey(target: EventTarget | null, key: string): boolean {
  return (key === 'Enter' && isIn(target, 'a, button')) || (key.startsWith('Arrow') && isIn(target, 'pre'))
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

import { AppError } from '../errors.ts'
import { readReturn, type ReturnAnswer, type ReturnVerdict } from './read-return.ts'

const words: Readonly<Record<(ReturnVerdict & { ok: false })['reason'] | 'not-an-address' | 'other-address', string>> =
  {
    'not-an-address': 'That is not an address.',
    'other-address': 'That is not the registered redirect address.',
    'state-missing': 'That address has no state, so it does not belong to this installation.',
    'state-wrong': 'That address belongs to another installation; its code is not used.',
    repeated: 'That address names something twice.',
    'code-malformed': 'That address holds no usable code.',
  }

/**
 * Reads the final address of the browser as a person pasted it: everything of the registered redirect address must be there, and the state of this very
 * install. Raises `install.pasted-wrong`; the code is never repeated in the words.
 */
export function readPasted(text: string, { redirectUri, state }: { redirectUri: string; state: string }): ReturnAnswer {
  const url = URL.parse(text.trim())
  const registered = URL.parse(redirectUri)
  if (url === null) throw pastedWrong('not-an-address')
  if (url.origin !== registered?.origin || url.pathname !== registered.pathname) throw pastedWrong('other-address')
  const verdict = readReturn(url.searchParams, state)
  if (!verdict.ok) throw pastedWrong(verdict.reason)
  return verdict.answer
}

function pastedWrong(reason: keyof typeof words): AppError {
  return new AppError('install.pasted-wrong', words[reason], {
    suggestions: ['Copy the whole address from the address bar after you clicked Approve, and paste it as it is.'],
    details: { reason },
  })
}

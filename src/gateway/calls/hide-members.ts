import { secretWords } from './call-facts.ts'

/**
 * Matches the end of a secret JSON member's name, up to the quote that opens its value. The search
 * starts at the secret word in a name, so that most names cost nothing.
 */
const secretMember = new RegExp(String.raw`(?:${secretWords.source})[^"\\]{0,100}"\s{0,20}:\s{0,20}"`, 'gi')

/** Matches the rest of a JSON text after its opening quote, even if the stored part ends inside the text. */
const restOfText = /(?:[^"\\]|\\[^])*(?:"|\\?$)/y

/** Masks the values of members with secret names. Reads no value twice: the next name can begin only after the quote that ends the value. */
export function hideMembers(text: string): string {
  let result = ''
  let done = 0
  secretMember.lastIndex = 0
  while (secretMember.test(text)) {
    const start = secretMember.lastIndex
    restOfText.lastIndex = start
    const [value = ''] = restOfText.exec(text) ?? []
    result += `${text.slice(done, start)}…"`
    done = start + value.length
  }
  return done === 0 ? text : result + text.slice(done)
}

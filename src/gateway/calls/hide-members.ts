import { secretWords } from './call-facts.ts'

/** The end of the name of a JSON member that holds a secret, up to the quote that opens its value. Names are looked at where such a word is, not each. */
const secretMember = new RegExp(String.raw`(?:${secretWords.source})[^"\\]{0,100}"\s{0,20}:\s{0,20}"`, 'gi')

/** The rest of a JSON text after its opening quote, also where what was kept ends within it. */
const restOfText = /(?:[^"\\]|\\[^])*(?:"|\\?$)/y

/** Masks the values of members with secret names. No value is read twice: another name begins behind the quote that ends it at the earliest. */
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

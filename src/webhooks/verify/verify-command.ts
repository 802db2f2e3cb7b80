/** A rejected request is not stored, so its headers and body come from files. */
export const verifyCommand = 'app webhook verify --headers @headers.txt --body @body.json'

/** The tool stores no rejected request, so only its sender or a proxy has the two files. */
export const verifyAdvice = `Rejected requests are not stored. To check one, save its headers and raw body at the sender or in your proxy, then run \`${verifyCommand}\`.`

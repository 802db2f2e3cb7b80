/** Reads the fields of a form sent by a browser. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text())
}

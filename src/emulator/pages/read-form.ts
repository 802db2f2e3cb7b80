/** The fields of a form as a browser sends them. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await request.text())
}

/**
 * A form as bytes, as browsers send it. The `fetch` of Node ends the process if a refusal comes while it still reads the parts
 * of a FormData.
 */
export async function wholeForm(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init
  const form = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', form.headers.get('content-type') ?? '')
  return { ...init, headers, body: await form.bytes() }
}

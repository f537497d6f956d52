import { createHash, createHmac } from 'node:crypto'

const ALGORITHM = 'ACS3-HMAC-SHA256'

export interface AliyunRequest {
  host: string
  action: string
  version: string
  query: Record<string, string>
  accessKeyId: string
  accessKeySecret: string
  nonce: string
  now: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** As RFC 3986 encodes, which leaves fewer characters as they are than `encodeURIComponent`. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** `2023-10-26T10:22:32Z` */
const dateOf = (now: Date) => now.toISOString().replace(/\.\d+Z$/, 'Z')

/**
 * The query and the headers of a POST without a body, signed by version 3 of Alibaba Cloud's signatures
 * (https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature). The test has the example of that page.
 */
export function signedForAliyun(request: AliyunRequest): { query: string; headers: Record<string, string> } {
  const { host, action, version, accessKeyId, accessKeySecret, nonce, now } = request
  const emptyBody = sha256('')
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': emptyBody,
    'x-acs-date': dateOf(now),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  }
  const names = Object.keys(headers).toSorted()
  const query = Object.entries(request.query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')
  const lines = names.map((name) => `${name}:${headers[name]!.trim()}\n`).join('')
  const canonical = ['POST', '/', query, lines, names.join(';'), emptyBody].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex')
  const authorization = `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { query, headers: { ...headers, authorization } }
}

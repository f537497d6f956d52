import { createHash, createHmac } from 'node:crypto'

const ALGORITHM = 'TC3-HMAC-SHA256'
const MS_PER_SECOND = 1000
const MEDIA_TYPE = 'application/json; charset=utf-8'

export interface TencentRequest {
  host: string
  /** The first part of the product's public name: `sms`. */
  service: string
  action: string
  version: string
  region: string
  body: string
  secretId: string
  secretKey: string
  now: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The headers of a POST of JSON, signed by version 3 of Tencent Cloud's signatures
 * (https://cloud.tencent.com/document/api/382/52072). The test has the example of that page. The date of a signature is the
 * one of UTC.
 */
export function signedForTencent(request: TencentRequest): Record<string, string> {
  const { host, service, action, version, region, body, secretId, secretKey, now } = request
  const timestamp = String(Math.floor(now.getTime() / MS_PER_SECOND))
  const date = now.toISOString().slice(0, 10)
  const signedNames = 'content-type;host'
  const lines = `content-type:${MEDIA_TYPE}\nhost:${host}\n`
  const canonical = ['POST', '/', '', lines, signedNames, sha256(body)].join('\n')
  const scope = `${date}/${service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request')
  const signature = hmac(key, [ALGORITHM, timestamp, scope, sha256(canonical)].join('\n')).toString('hex')
  return {
    authorization: `${ALGORITHM} Credential=${secretId}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`,
    'content-type': MEDIA_TYPE,
    host,
    'x-tc-action': action,
    'x-tc-timestamp': timestamp,
    'x-tc-version': version,
    'x-tc-region': region,
  }
}

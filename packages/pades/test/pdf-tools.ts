import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { withFile } from '@consilium/pdf-layout/test/pdf-tools.ts'

/** Returns the output of pdfsig, or of its error. */
export const pdfsig = (bytes: Uint8Array): string =>
  withFile(bytes, (path) => {
    try {
      return execFileSync('pdfsig', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return stdout + stderr
    }
  })

/** True if the whole file is signed and unchanged. Trust in the certificate is left to the reader. */
export const isIntact = (said: string) =>
  said.includes('Signature Validation: Signature is Valid.') && said.includes('Total document signed')

/** Returns the byte range of a file's signature (ISO 32000-2, 12.8.1). */
export function byteRangeOf(bytes: Uint8Array): [number, number, number, number] {
  const [, ...numbers] =
    /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(Buffer.from(bytes).toString('latin1')) ?? []
  assert.equal(numbers.length, 4)
  return numbers.map(Number) as [number, number, number, number]
}

/** Returns a copy with one changed bit. */
export function withFlippedByte(bytes: Uint8Array, offset: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[offset] = (copy[offset] ?? 0) ^ 1
  return copy
}

/** SHA-256 of the certificate that signed the file, as OpenSSL finds it. */
export function fingerprintOf(pdf: Uint8Array): string {
  const [, from, to] = byteRangeOf(pdf)
  const cms = Buffer.from(Buffer.from(pdf).toString('latin1', from + 1, to - 1), 'hex')
  const pem = execFileSync('openssl', ['pkcs7', '-inform', 'DER', '-print_certs'], { input: cms })
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')
}

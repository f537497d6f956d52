import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '@consilium/contract/login/proofs.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const b64 = (data: Buffer | Uint8Array) => Buffer.from(data).toString('base64url')

/** ES256 in COSE (RFC 9053, section 7.1.1). */
const COSE = { kty: 1, alg: 3, crv: -1, x: -2, y: -3 }

export interface AuthenticatorOptions {
  origin: string
  /** Whether it asks for a fingerprint or a PIN. */
  verifiesUser?: boolean
}

type Cbor = string | number | Uint8Array | Cbor[] | Map<string | number, Cbor>

/** What a new passkey states instead of what is asked for. */
export interface Falsified {
  at?: string
  format?: string
  /** The statement; it may be signed by the passkey or another key. */
  statementOf?: (signature: (by?: KeyObject) => Uint8Array) => Map<string, Cbor>
  /** The public key. */
  cose?: Map<number, number | Uint8Array>
  /** Bytes after the attestation. */
  trailing?: readonly number[]
}

/** A software authenticator with one passkey and its counter, whose responses a test can falsify. */
export function createAuthenticator({ origin, verifiesUser = true }: AuthenticatorOptions) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x, y } = publicKey.export({ format: 'jwk' })
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))

  function authenticatorData(rpId: string, extra: Buffer = Buffer.alloc(0)): Buffer {
    const flags =
      FLAGS.present | (verifiesUser ? FLAGS.verified : 0) | (extra.length > 0 ? FLAGS.attested : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, extra])
  }

  const credential = <R>(response: R) => ({
    id: b64(id),
    rawId: b64(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    id: b64(id),
    setCounter(value: number): void {
      counter = value
    },

    /** As `navigator.credentials.create`. */
    create(
      options: PasskeyCreation,
      { at, format = 'none', statementOf = () => new Map(), cose, trailing = [] }: Falsified = {},
    ) {
      userHandle = options.user.id
      const own = new Map<number, number | Uint8Array>([
        [COSE.kty, 2],
        [COSE.alg, -7],
        [COSE.crv, 1],
        [COSE.x, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [COSE.y, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ])
      const key = isoCBOR.encode(cose ?? own)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(key)])
      const authData = new Uint8Array(authenticatorData(options.rp.id, attested))
      const data = clientData('webauthn.create', options.challenge, at)
      const signed = Buffer.concat([authData, sha256(data)])
      const attestation = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statementOf((by = privateKey) => new Uint8Array(sign('sha256', signed, by)))],
        ['authData', authData],
      ])
      return credential({
        clientDataJSON: b64(data),
        attestationObject: b64(Buffer.concat([isoCBOR.encode(attestation), Buffer.from(trailing)])),
        transports: ['internal'],
      })
    },

    /** As `navigator.credentials.get`; every use counts up. */
    get(options: PasskeyRequest, { at, handle }: { at?: string; handle?: string } = {}) {
      counter += 1
      const data = clientData('webauthn.get', options.challenge, at)
      const authData = authenticatorData(options.rpId)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return credential({
        clientDataJSON: b64(data),
        authenticatorData: b64(authData),
        signature: b64(signature),
        userHandle: handle ?? userHandle,
      })
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

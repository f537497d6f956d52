import { Certificate, CertBag, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo, type SafeContents } from 'pkijs'

/** Contents of a key file in any order, as DER. */
export interface KeyFileContents {
  /** PKCS #8. */
  privateKeys: Buffer[]
  certificates: Buffer[]
}

const der = (bytes: ArrayBuffer) => Buffer.from(bytes)

async function contentsOf(safe: SafeContents, password: ArrayBuffer): Promise<KeyFileContents> {
  const contents: KeyFileContents = { privateKeys: [], certificates: [] }
  for (const { bagValue } of safe.safeBags) {
    if (bagValue instanceof PKCS8ShroudedKeyBag) {
      // It leaves the key in `parsedValue`, which its types do not declare.
      await (
        bagValue as unknown as { parseInternalValues(with_: object): Promise<void> }
      ).parseInternalValues({
        password,
      })
      if (bagValue.parsedValue) contents.privateKeys.push(der(bagValue.parsedValue.toSchema().toBER()))
    } else if (bagValue instanceof PrivateKeyInfo) contents.privateKeys.push(der(bagValue.toSchema().toBER()))
    else if (bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate)
      contents.certificates.push(der(bagValue.parsedValue.toSchema().toBER()))
  }
  return contents
}

/** Opens a PKCS #12 file with current algorithms (RFC 7292 with PBES2). Throws if it cannot. */
export async function openPkcs12(file: Buffer, passphrase: string): Promise<KeyFileContents> {
  const password = new Uint8Array(Buffer.from(passphrase, 'utf8')).buffer
  const pfx = PFX.fromBER(file)
  await pfx.parseInternalValues({ password, checkIntegrity: true })
  const authenticated = pfx.parsedValue?.authenticatedSafe
  if (!authenticated) throw new Error('It holds no safe')
  const safes = authenticated.safeContents.map(() => ({ password }))
  await authenticated.parseInternalValues({ safeContents: safes })
  const values: { value: SafeContents }[] = authenticated.parsedValue.safeContents
  const opened = await Promise.all(values.map(({ value }) => contentsOf(value, password)))
  return {
    privateKeys: opened.flatMap(({ privateKeys }) => privateKeys),
    certificates: opened.flatMap(({ certificates }) => certificates),
  }
}

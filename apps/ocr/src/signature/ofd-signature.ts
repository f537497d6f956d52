import type { FileSignature } from '@consilium/contract/recognition/recognition.ts'
import type { OfdPackage } from '../ofd/package.ts'
import { resolveLocation } from '../ofd/package.ts'
import { decodeXml, findAll, findFirst, parseXml, type XmlElement } from '../ofd/xml.ts'
import { Unreadable } from '../documents/unreadable.ts'
import { verifyCms } from './cms.ts'
import { firstReading, invalid, unsupported, worstOf } from './file-signature.ts'
import { verifySeal } from './seal.ts'
import { digest } from './verify.ts'

const ROOT_FILE = 'OFD.xml'
const SIGNATURES_MAX = 20
/** GB/T 33190, 18.2.2 has MD5 where no algorithm is named, which nobody relies on; producers mean SM3. */
const DEFAULT_DIGEST = '1.2.156.10197.1.401'
const DIGEST_NAMES: Readonly<Record<string, string>> = {
  SM3: DEFAULT_DIGEST,
  SHA1: '1.3.14.3.2.26',
  'SHA-1': '1.3.14.3.2.26',
  SHA256: '2.16.840.1.101.3.4.2.1',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
}

const toOid = (method: string): string => DIGEST_NAMES[method.toUpperCase()] ?? method

interface Listed {
  path: string
  bytes: Buffer
  xml: XmlElement
}

async function listSignatures(ofd: OfdPackage): Promise<Listed[]> {
  const root = await ofd.xml(ROOT_FILE)
  const location = root && findFirst(root, 'Signatures')?.text.trim()
  if (!location) return []
  const index = resolveLocation(ROOT_FILE, location)
  const list = await ofd.xml(index)
  if (!list) throw new Unreadable('FILE_DAMAGED')
  const listed: Listed[] = []
  for (const { attributes } of findAll(list, 'Signature').slice(0, SIGNATURES_MAX)) {
    const path = resolveLocation(index, attributes['BaseLoc'] ?? '')
    const bytes = await ofd.bytes(path)
    if (!bytes) throw new Unreadable('FILE_DAMAGED')
    listed.push({ path, bytes, xml: parseXml(decodeXml(bytes)) })
  }
  return listed
}

/** Compares the files that a signature lists with their digests, and looks for needed ones that it does not list. */
async function checkFiles(
  ofd: OfdPackage,
  signature: Listed,
  needed: readonly string[],
): Promise<FileSignature | null> {
  const references = findFirst(signature.xml, 'References')
  const oid = toOid(references?.attributes['CheckMethod']?.trim() || DEFAULT_DIGEST)
  const listed = new Set<string>()
  for (const reference of references ? findAll(references, 'Reference') : []) {
    const path = resolveLocation(signature.path, reference.attributes['FileRef'] ?? '')
    const bytes = await ofd.bytes(path).catch(() => null)
    const actual = bytes && digest(oid, bytes)
    if (bytes && !actual) return unsupported('ALGORITHM_UNKNOWN')
    const stated = Buffer.from(findFirst(reference, 'CheckValue')?.text ?? '', 'base64')
    if (!actual || Buffer.compare(actual, stated) !== 0) return invalid('CONTENT_CHANGED')
    listed.add(path)
  }
  return needed.every((path) => listed.has(path)) ? null : invalid('CONTENT_NOT_COVERED')
}

async function verifyOne(
  ofd: OfdPackage,
  signature: Listed,
  needed: readonly string[],
): Promise<FileSignature> {
  const problem = await checkFiles(ofd, signature, needed)
  if (problem) return problem
  const location = findFirst(signature.xml, 'SignedValue')?.text.trim() ?? ''
  const value = await ofd.bytes(resolveLocation(signature.path, location))
  if (!value) return invalid('SIGNATURE_DAMAGED')
  return firstReading(
    () => verifySeal(value, signature.bytes),
    () => verifyCms(value, signature.bytes),
  )
}

/** Verifies all signatures of an OFD (GB/T 33190, 18). `needed` are the files that its fields are read from. */
export async function verifyOfd(ofd: OfdPackage, needed: readonly string[]): Promise<FileSignature> {
  try {
    const results: FileSignature[] = []
    for (const signature of await listSignatures(ofd)) results.push(await verifyOne(ofd, signature, needed))
    return worstOf(results)
  } catch {
    return invalid('SIGNATURE_DAMAGED')
  }
}

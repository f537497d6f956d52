import { Certificate, CRLDistributionPoints, GeneralName, InfoAccess } from 'pkijs'

/** RFC 5280, 4.2.1.13 and 4.2.2.1. */
const AUTHORITY_INFO = '1.3.6.1.5.5.7.1.1'
const OCSP_SERVICE = '1.3.6.1.5.5.7.48.1'
const DISTRIBUTION_POINTS = '2.5.29.31'
const URI = 6

export const parseCertificate = (der: Uint8Array) => Certificate.fromBER(new Uint8Array(der))

function extensionOf({ extensions = [] }: Certificate, id: string): unknown {
  return extensions.find(({ extnID }) => extnID === id)?.parsedValue
}

const isHttp = (name: unknown): name is GeneralName =>
  name instanceof GeneralName && name.type === URI && /^https?:\/\//.test(String(name.value))

/** Where a certificate says that its revocation can be asked for. */
export function servicesOf(certificate: Certificate): { ocsp: string[]; crl: string[] } {
  const access = extensionOf(certificate, AUTHORITY_INFO)
  const points = extensionOf(certificate, DISTRIBUTION_POINTS)
  const descriptions = access instanceof InfoAccess ? access.accessDescriptions : []
  const lists = points instanceof CRLDistributionPoints ? points.distributionPoints : []
  const names = lists.flatMap(({ distributionPoint }) =>
    Array.isArray(distributionPoint) ? distributionPoint : [],
  )
  return {
    ocsp: descriptions
      .filter(({ accessMethod, accessLocation }) => accessMethod === OCSP_SERVICE && isHttp(accessLocation))
      .map(({ accessLocation }) => String(accessLocation.value)),
    crl: names.filter(isHttp).map(({ value }) => String(value)),
  }
}

/** True if the certificate names a service that tells whether it is revoked. */
export function namesRevocation(der: Buffer): boolean {
  const { ocsp, crl } = servicesOf(parseCertificate(der))
  return ocsp.length + crl.length > 0
}

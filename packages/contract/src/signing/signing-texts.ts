/** Descriptions of the fields of signed documents and of seals. */
export const SIGNING_TEXTS = {
  proof: 'What others than this platform state about the document, within the file',
  timestamp: 'Whether a timestamp authority (RFC 3161) stated when the last signature existed',
  timestampTime: 'That time, by the clock of the authority',
  timestampAuthority: "Name on the authority's certificate",
  timestampVerified: 'Whether that authority is one that the operator trusts',
  certificates: 'SHA-256 of the certificates that signed the document',
  revocation: 'Whether the file holds proof that its certificates were not revoked',
  proofProblem: 'Why the last attempt to get either failed',
  latest: 'Whether nothing was added to the document since',
  signedUnder: 'The rules under which it was signed',

  // Seals
  seal: "Whether it bears the payer's seal, and whose it is",
  sealedTime: 'When the seal was put',
  sealedByName: 'Who put the seal for the payer',
  sealOrgName: 'The organization of the seal',
  certificateName: 'Name on the certificate that signs for the seal',
  certificateIssuer: 'Who issued that certificate',
  certificateUntil: 'Until when that certificate is valid',
  personsMaySeal: 'Whether meeting executors of the organization may put the seal',
  changedByName: 'Who changed it last',
  changeTime: 'When it was changed last',
  picture: 'Picture of the seal',
  keyFile: 'Key and certificates that sign for the seal, as PKCS #12 or PEM in base64',
  keyPassword: 'Passphrase of the key file, which is not kept',
} as const

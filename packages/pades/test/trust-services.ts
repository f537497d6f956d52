import { execFile, execFileSync } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answerQuery, type Stamper } from './made-timestamps.ts'

const run = promisify(execFile)
const DAYS = '30'
const YEAR_MS = 365 * 86_400_000
/** Certificates are valid on the day of the tests' clock as well as today. */
const ISSUED = new Date('2026-11-01T00:00:00Z')
const PASSPHRASE = 'geheim-密'

const TSA_CONFIG = `
[tsa]
default_tsa = own
[own]
serial = ts-serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`

const CA_CONFIG = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
certificate = ca.crt
private_key = ca.key
rand_serial = yes
crlnumber = crl-number
default_md = sha256
default_crl_days = 7
policy = subject
[subject]
commonName = supplied
`

/** As OpenSSL reads it: GeneralizedTime. */
const timeOf = (date: Date): string => date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')

/** How the timestamp authority behaves. */
export type TsaMode = 'good' | 'down' | 'garbage' | 'empty' | 'replay' | 'large' | 'refuse' | Stamper

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A certification authority made by OpenSSL with its timestamp authority (`openssl ts`), its OCSP responder
 * (`openssl ocsp`) and its revocation list, behind one HTTP server.
 */
export async function openTrustServices() {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'))
  const path = (name: string) => join(folder, name)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const state = { tsa: 'good' as TsaMode, revocation: 'good' as 'good' | 'down' | 'garbage', asked: 0 }
  let files = 0
  let lastAnswer: Buffer | null = null

  async function stamp(query: Buffer): Promise<Buffer> {
    const name = `query-${files++}`
    writeFileSync(path(`${name}.tsq`), query)
    const given = ['-config', 'tsa.cnf', '-inkey', 'tsa.key', '-signer', 'tsa.crt', '-chain', 'ca.crt']
    await run('openssl', ['ts', '-reply', '-queryfile', `${name}.tsq`, ...given, '-out', `${name}.tsr`], {
      cwd: folder,
    })
    return readFileSync(path(`${name}.tsr`))
  }

  async function answerTsa(query: Buffer): Promise<Buffer | number> {
    state.asked += 1
    if (state.tsa === 'down') return 503
    if (state.tsa === 'garbage') return Buffer.from('<html>welcome</html>')
    if (state.tsa === 'empty') return Buffer.alloc(0)
    if (state.tsa === 'large') return Buffer.alloc(1024 * 1024, 0x30)
    if (typeof state.tsa === 'object') return answerQuery(query, state.tsa)
    if (state.tsa === 'refuse') return stamp(Buffer.from('no query'))
    if (state.tsa === 'replay' && lastAnswer) return lastAnswer
    lastAnswer = await stamp(query)
    return lastAnswer
  }

  async function answerOcsp(query: Buffer): Promise<Buffer> {
    const name = `ocsp-${files++}`
    writeFileSync(path(`${name}.req`), query)
    const given = [
      '-index',
      'index.txt',
      '-CA',
      'ca.crt',
      '-rsigner',
      'ca.crt',
      '-rkey',
      'ca.key',
      '-ndays',
      '1',
    ]
    await run('openssl', ['ocsp', ...given, '-reqin', `${name}.req`, '-respout', `${name}.resp`], {
      cwd: folder,
    })
    return readFileSync(path(`${name}.resp`))
  }

  async function answer(url: string, body: Buffer): Promise<Buffer | number> {
    if (url === '/tsa') return answerTsa(body)
    if (state.revocation !== 'good') return state.revocation === 'down' ? 503 : Buffer.from('nothing')
    return url === '/ocsp' ? answerOcsp(body) : readFileSync(path('ca.crl'))
  }

  const server = createServer((request, response) => {
    void (async () => {
      const result = await answer(request.url ?? '', await bodyOf(request)).catch(() => 500)
      response.statusCode = typeof result === 'number' ? result : 200
      response.end(typeof result === 'number' ? '' : result)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  writeFileSync(path('tsa.cnf'), TSA_CONFIG)
  writeFileSync(path('ts-serial'), '01\n')
  writeFileSync(path('index.txt'), '')
  writeFileSync(path('crl-number'), '01\n')
  writeFileSync(path('ca.cnf'), CA_CONFIG)
  openssl('req', '-x509', '-nodes', ...EC, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', DAYS, '-subj', '/CN=Test CA',
    '-addext', 'keyUsage=critical,keyCertSign,cRLSign,digitalSignature') // prettier-ignore
  const extensions = {
    tsa: 'extendedKeyUsage=critical,timeStamping\n',
    ocsp: `keyUsage=critical,digitalSignature,nonRepudiation\nauthorityInfoAccess=OCSP;URI:${address}/ocsp\n`,
    crl: `keyUsage=critical,digitalSignature,nonRepudiation\ncrlDistributionPoints=URI:${address}/ca.crl\n`,
    plain: 'keyUsage=critical,digitalSignature,nonRepudiation\n',
    lax: 'extendedKeyUsage=timeStamping\n',
    mixed: 'extendedKeyUsage=critical,timeStamping,serverAuth\n',
  }

  /** Issues `<name>.crt` for a new key `<name>.key`, by default for a month from now, and packs both as `<name>.p12`. */
  function issue(
    name: string,
    kind: keyof typeof extensions,
    { key = EC, from = ISSUED, until }: { key?: string[]; from?: Date; until?: Date } = {},
  ): Buffer {
    openssl('req', '-new', '-nodes', ...key, '-utf8', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`) // prettier-ignore
    writeFileSync(path(`${name}.ext`), extensions[kind])
    const end = until ? ['-enddate', timeOf(until)] : ['-days', DAYS]
    openssl('ca', '-batch', '-notext', '-utf8', '-config', 'ca.cnf', '-in', `${name}.csr`, '-startdate', timeOf(from), ...end, '-extfile', `${name}.ext`, '-out', `${name}.crt`) // prettier-ignore
    openssl('pkcs12', '-export', '-inkey', `${name}.key`, '-in', `${name}.crt`, '-certfile', 'ca.crt', '-out', `${name}.p12`, '-passout', `pass:${PASSPHRASE}`) // prettier-ignore
    return readFileSync(path(`${name}.p12`))
  }

  /** Marks the certificate as revoked, for OCSP and in a new list. */
  function revoke(name: string): void {
    const serial = openssl('x509', '-in', `${name}.crt`, '-noout', '-serial').toString().trim().split('=')[1]
    const lines = readFileSync(path('index.txt'), 'utf8').split('\n')
    const changed = lines.map((line) =>
      line.includes(`\t${serial}\t`) ? line.replace(/^V\t([^\t]*)\t\t/, 'R\t$1\t261101000000Z\t') : line,
    )
    writeFileSync(path('index.txt'), changed.join('\n'))
    list()
  }
  const list = () => openssl('ca', '-gencrl', '-config', 'ca.cnf', '-keyfile', 'ca.key', '-cert', 'ca.crt', '-out', 'ca.pem') && openssl('crl', '-in', 'ca.pem', '-outform', 'DER', '-out', 'ca.crl') // prettier-ignore

  /** By the real time, which is that of tokens. */
  const now = Date.now()
  issue('tsa', 'tsa', { from: new Date(now - YEAR_MS), until: new Date(now + YEAR_MS) })

  /** A timestamp authority of this kind of certificate, for `state.tsa`. */
  function stamper(
    name: string,
    kind: keyof typeof extensions,
    until = new Date(now + YEAR_MS),
    from = new Date(now - 2 * YEAR_MS),
  ): Stamper {
    issue(name, kind, { from, until })
    return { key: path(`${name}.key`), certificates: [path(`${name}.crt`), path('ca.crt')] }
  }

  /** A stamper with a self-signed certificate that has the same name as the good one. */
  function selfMadeStamper(name = 'tsa-of-nobody'): Stamper {
    openssl('req', '-x509', '-nodes', ...EC, '-keyout', `${name}.key`, '-out', `${name}.crt`, '-days', DAYS, '-subj', '/CN=tsa',
      '-addext', 'extendedKeyUsage=critical,timeStamping') // prettier-ignore
    return { key: path(`${name}.key`), certificates: [path(`${name}.crt`)] }
  }

  list()
  return {
    folder,
    path,
    openssl,
    issue,
    revoke,
    stamper,
    selfMadeStamper,
    state,
    passphrase: PASSPHRASE,
    tsaUrl: `${address}/tsa`,
    /** Trusted root in PEM. */
    ca: path('ca.crt'),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

export type TrustServices = Awaited<ReturnType<typeof openTrustServices>>
